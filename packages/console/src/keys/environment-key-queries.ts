import type { ClientAccess, ClientAccessValue } from '@comporta/contract/keys/client-access';
import {
  createClientKey,
  getClientAccess,
  updateClientAccess,
} from '@comporta/contract/keys/client-access-api';
import {
  createEnvironmentKey,
  getApiConfig,
  getEnvironmentStatus,
} from '@comporta/contract/keys/environment-key-api';
import type { KeyRequest } from '@comporta/contract/keys/key-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { applicationQuery, forgetApplications } from '../applications/application-queries.ts';
import { BESIDE } from '../base/query-client.ts';

/** The addresses at which systems fetch toggles; they change only with the configuration of the service. */
export const apiConfigQuery = queryOptions({
  queryKey: ['api-config'],
  queryFn: ({ signal }) => call(getApiConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** When systems last sent a request with the key of an environment. */
export function environmentStatusQuery(appId: string, envId: string) {
  return queryOptions({
    queryKey: ['environment-status', appId, envId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(getEnvironmentStatus, { params: { appId, envId }, signal }),
  });
}

/** Resolves to the new key, which is stored nowhere: neither in the query cache nor in storage. */
export async function generateEnvironmentKey(
  client: QueryClient,
  params: { readonly appId: string; readonly envId: string },
  body: KeyRequest,
): Promise<string> {
  const key = await call(createEnvironmentKey, { params, body });
  // The environment now has a key.
  await client.invalidateQueries({ queryKey: applicationQuery(params.appId).queryKey });
  await forgetApplications(client);
  return key;
}

/** The client key, which may be shown again, and the origins that may use it. */
export function clientAccessQuery(appId: string, envId: string) {
  return queryOptions({
    queryKey: ['client-access', appId, envId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(getClientAccess, { params: { appId, envId }, signal }),
  });
}

export function fetchClientAccess(params: EnvironmentPlace): Promise<ClientAccess> {
  return call(getClientAccess, { params });
}

interface EnvironmentPlace {
  readonly appId: string;
  readonly envId: string;
}

export async function generateClientKey(
  client: QueryClient,
  params: EnvironmentPlace,
  body: KeyRequest,
): Promise<ClientAccess> {
  const access = await call(createClientKey, { params, body });
  client.setQueryData(clientAccessQuery(params.appId, params.envId).queryKey, access);
  return access;
}

export async function saveOrigins(
  client: QueryClient,
  params: EnvironmentPlace,
  { body, ifMatch }: { readonly body: ClientAccessValue; readonly ifMatch: number | undefined },
): Promise<ClientAccess> {
  const access = await call(updateClientAccess, { params, body, ifMatch });
  client.setQueryData(clientAccessQuery(params.appId, params.envId).queryKey, access);
  return access;
}
