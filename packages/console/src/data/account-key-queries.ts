import type { AccountKey } from '@comporta/contract/keys/account-key';
import {
  createAccountKey,
  deleteAccountKey,
  listAccountKeys,
} from '@comporta/contract/keys/account-key-api';
import type { KeyRequest } from '@comporta/contract/keys/key-request';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const accountKeysQuery = queryOptions({
  queryKey: ['account-keys'],
  queryFn: ({ signal }) => call(listAccountKeys, { signal }),
});

/** Resolves to the new key, which is stored nowhere: neither in the query cache nor in storage. */
export async function generateAccountKey(client: QueryClient, body: KeyRequest): Promise<string> {
  const { key } = await call(createAccountKey, { body });
  await forgetAccountKeys(client);
  return key;
}

export function removeAccountKey({ id }: AccountKey): Promise<undefined> {
  return call(deleteAccountKey, { params: { id } });
}

export function forgetAccountKeys(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: accountKeysQuery.queryKey });
}
