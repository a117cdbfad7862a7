import type { ClientAccess, ClientAccessValue } from '@comporta/contract/keys/client-access';
import {
  createClientKey,
  getClientAccess,
  updateClientAccess,
} from '@comporta/contract/keys/client-access-api';
import {
  createEnvironmentKey,
  endFormerKey,
  getApiConfig,
  getEnvironmentStatus,
  type KindOfKey,
} from '@comporta/contract/keys/environment-key-api';
import type { ReplacingKeyRequest } from '@comporta/contract/keys/key-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { applicationQuery, forgetApplications } from './application-queries.ts';
import { BESIDE } from './query-client.ts';

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
    queryFn: async ({ signal }) => ({
      // A node of the previous release answers neither.
      ...{ keys: [], limited: [] },
      ...(await call(getEnvironmentStatus, { params: { appId, envId }, signal })),
    }),
  });
}

/** Resolves to the new key, which is stored nowhere: neither in the query cache nor in storage. */
export async function generateEnvironmentKey(
  client: QueryClient,
  params: { readonly appId: string; readonly envId: string },
  body: NewKeyRequest,
): Promise<string> {
  const key = await call(createEnvironmentKey, { params, body });
  // The next screen waits for the first use of the new key, and must not take the use of the former one for it.
  await forgetStatus(client, params);
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

/** Ends the key before the present one; one that has just ended is as good. */
export async function stopFormerKey(
  client: QueryClient,
  params: EnvironmentPlace,
  kind: KindOfKey,
): Promise<void> {
  try {
    await call(endFormerKey, { params: { ...params, kind } });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
  await forgetStatus(client, params);
}

function forgetStatus(client: QueryClient, { appId, envId }: EnvironmentPlace): Promise<void> {
  return client.invalidateQueries({ queryKey: environmentStatusQuery(appId, envId).queryKey });
}

export type NewKeyRequest = Pick<ReplacingKeyRequest, 'password'> & Partial<ReplacingKeyRequest>;

export interface EnvironmentPlace {
  readonly appId: string;
  readonly envId: string;
}

export async function generateClientKey(
  client: QueryClient,
  params: EnvironmentPlace,
  body: NewKeyRequest,
): Promise<ClientAccess> {
  const access = await call(createClientKey, { params, body });
  void forgetStatus(client, params);
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
