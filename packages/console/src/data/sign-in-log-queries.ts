import { endAllSessions } from '@comporta/contract/accounts/account-session-api';
import { getSignInsCsv, listSignIns } from '@comporta/contract/sessions/sign-in-log-api';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

/** The log of sign-ins, newest first: of the company for administrators, else of the user. */
export const signInLogQuery = infiniteQueryOptions({
  queryKey: ['sign-ins'],
  queryFn: ({ pageParam, signal }) => call(listSignIns, { query: { before: pageParam }, signal }),
  // The first page has none.
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ before }) => before ?? undefined,
});

export function fetchSignInsCsv(): Promise<string> {
  return call(getSignInsCsv, {});
}

/** Logs out everybody in the company except the user. */
export async function logOutOthers(): Promise<void> {
  await call(endAllSessions, {});
}
