import type {
  SavedSignInPolicy,
  SignInPolicyDraft,
} from '@comporta/contract/identity/sign-in-policy';
import {
  getSignInPolicy,
  updateSignInPolicy,
} from '@comporta/contract/identity/sign-in-policy-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const signInPolicyQuery = queryOptions({
  queryKey: ['sign-in-policy'],
  queryFn: ({ signal }) => call(getSignInPolicy, { signal }),
  // A form starts with it: an earlier answer would overwrite what somebody else has saved since.
  gcTime: 0,
});

export function fetchSignInPolicy(): Promise<SavedSignInPolicy> {
  return call(getSignInPolicy, {});
}

export async function saveSignInPolicy(
  client: QueryClient,
  body: SignInPolicyDraft,
  ifMatch: number | undefined,
): Promise<SavedSignInPolicy> {
  const saved = await call(updateSignInPolicy, { body, ifMatch });
  client.setQueryData(signInPolicyQuery.queryKey, saved);
  return saved;
}
