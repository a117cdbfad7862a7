import {
  createEnvironmentKey,
  getApiConfig,
  getEnvironmentStatus,
} from '@comporta/contract/keys/environment-key-api';
import type { KeyRequest } from '@comporta/contract/keys/key-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { forgetApplications } from '../applications/application-queries.ts';

/** The addresses at which systems fetch toggles; they change with the configuration of the service only. */
export const apiConfigQuery = queryOptions({
  queryKey: ['api-config'],
  queryFn: ({ signal }) => call(getApiConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** When systems last asked with the key of an environment. */
export function environmentStatusQuery(appId: string, envId: string) {
  return queryOptions({
    queryKey: ['environment-status', appId, envId],
    queryFn: ({ signal }) => call(getEnvironmentStatus, { params: { appId, envId }, signal }),
  });
}

/** Answers the new key, which is kept nowhere: neither in the cache of queries nor in storage. */
export async function generateEnvironmentKey(
  client: QueryClient,
  params: { readonly appId: string; readonly envId: string },
  body: KeyRequest,
): Promise<string> {
  const key = await call(createEnvironmentKey, { params, body });
  // From now on the environment has a key.
  await forgetApplications(client);
  return key;
}
