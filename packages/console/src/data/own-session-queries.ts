import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '@comporta/contract/sessions/own-session-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['users', 'me', 'sessions'],
  queryFn: ({ signal }) => call(listOwnSessions, { signal }),
});

export async function endSession(client: QueryClient, id: string): Promise<void> {
  await call(endOwnSession, { params: { id } });
  await client.invalidateQueries(ownSessionsQuery);
}

/** Ends all sessions of the user except the current one. */
export async function endOthers(client: QueryClient): Promise<void> {
  await call(endOtherSessions, {});
  await client.invalidateQueries(ownSessionsQuery);
}
