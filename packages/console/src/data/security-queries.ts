import {
  getSecurity,
  makeRecoveryCodes,
  removeApp,
  saveApp,
} from '@comporta/contract/identity/security-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { ownSessionsQuery } from './own-session-queries.ts';
import { BESIDE } from './query-client.ts';

export const securityQuery = queryOptions({
  queryKey: ['users', 'me', 'security'],
  queryFn: ({ signal }) => call(getSecurity, { signal }),
  meta: BESIDE,
});

/** A first factor ends other sessions. */
export async function putAppInForce(client: QueryClient, code: string): Promise<void> {
  await call(saveApp, { body: { code } });
  await Promise.all([
    client.invalidateQueries(securityQuery),
    client.invalidateQueries(ownSessionsQuery),
  ]);
}

export async function takeAppAway(client: QueryClient): Promise<void> {
  await call(removeApp, {});
  await client.invalidateQueries(securityQuery);
}

export async function newRecoveryCodes(client: QueryClient): Promise<readonly string[]> {
  const { codes } = await call(makeRecoveryCodes, {});
  await client.invalidateQueries(securityQuery);
  return codes;
}
