import type { ChangePolicy } from '@comporta/contract/change-policies/change-policy';
import {
  getChangePolicy,
  listApprovers,
  updateChangePolicy,
} from '@comporta/contract/change-policies/change-policy-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { forgetApplications } from './application-queries.ts';
import type { EnvironmentRef } from './experiment-queries.ts';
import { BESIDE } from './query-client.ts';

const KEY = 'change-policies';

export function changePolicyQuery({ appId, envId }: EnvironmentRef) {
  return queryOptions({
    queryKey: [KEY, appId, envId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(getChangePolicy, { params: { appId, envId }, signal }),
    // A form starts with it: an earlier answer would overwrite what somebody else has saved since.
    gcTime: 0,
  });
}

/** The people who may approve changes of an environment. */
export function approversQuery({ appId, envId }: EnvironmentRef) {
  return queryOptions({
    queryKey: [KEY, appId, envId, 'approvers'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listApprovers, { params: { appId, envId }, signal }),
  });
}

export async function saveChangePolicy(
  client: QueryClient,
  { appId, envId }: EnvironmentRef,
  body: ChangePolicy,
): Promise<ChangePolicy> {
  const saved = await call(updateChangePolicy, { params: { appId, envId }, body });
  await forgetApplications(client);
  return saved;
}
