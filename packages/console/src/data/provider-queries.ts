import type { Provider, ProviderDraft } from '@comporta/contract/identity/provider';
import {
  createProvider,
  deleteProvider,
  getProvider,
  listProviders,
  updateProvider,
} from '@comporta/contract/identity/provider-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call(listProviders, { signal }),
});

export function providerQuery(id: string) {
  return queryOptions({
    queryKey: ['providers', id],
    queryFn: ({ signal }) => call(getProvider, { params: { id }, signal }),
    // A form starts with it: an earlier answer would overwrite what somebody else has saved since.
    gcTime: 0,
  });
}

export function fetchProvider({ id }: Pick<Provider, 'id'>): Promise<Provider> {
  return call(getProvider, { params: { id } });
}

interface Save {
  readonly value: ProviderDraft;
  readonly ifMatch?: number | undefined;
}

export async function saveProvider(
  client: QueryClient,
  id: string | undefined,
  { value, ifMatch }: Save,
): Promise<Provider> {
  const saved =
    id === undefined
      ? await call(createProvider, { body: value })
      : await call(updateProvider, { params: { id }, body: value, ifMatch });
  await forgetProviders(client);
  return saved;
}

export function removeProvider({ id, version }: Provider): Promise<undefined> {
  return call(deleteProvider, { params: { id }, ifMatch: version });
}

export async function forgetProviders(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ queryKey: providersQuery.queryKey });
}
