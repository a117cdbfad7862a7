import { endAllSessions } from '@comporta/contract/accounts/account-session-api';
import { getSignInsCsv, listSignIns } from '@comporta/contract/sessions/sign-in-log-api';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The log of sign-ins, newest first: of the company for administrators, or of one user of it; else of the user. */
export function signInLogQuery(user?: string) {
  return infiniteQueryOptions({
    queryKey: ['sign-ins', user],
    queryFn: ({ pageParam, signal }) =>
      call(listSignIns, { query: { user, before: pageParam }, signal }),
    // The first page has none.
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ before }) => before ?? undefined,
    meta: BESIDE,
  });
}

export function fetchSignInsCsv(user?: string): Promise<string> {
  return call(getSignInsCsv, { query: { user } });
}

/** Logs out everybody in the company except the user. */
export async function logOutOthers(): Promise<void> {
  await call(endAllSessions, {});
}
