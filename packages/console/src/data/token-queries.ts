import type { NewToken, TokenDraft } from '@comporta/contract/keys/token';
import {
  createServiceKey,
  createToken,
  endServiceKey,
  endToken,
  listServiceKeys,
  listTokens,
} from '@comporta/contract/keys/token-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export const tokensQuery = queryOptions({
  queryKey: ['users', 'me', 'tokens'],
  queryFn: ({ signal }) => call(listTokens, { signal }),
});

export const serviceKeysQuery = queryOptions({
  queryKey: ['service-keys'],
  queryFn: ({ signal }) => call(listServiceKeys, { signal }),
});

/** Resolves to the new token, which is stored nowhere: neither in the query cache nor in storage. */
export async function makeToken(client: QueryClient, body: TokenDraft): Promise<NewToken> {
  const made = await call(createToken, { body });
  await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
  return made;
}

/** The same for a service key. */
export async function makeServiceKey(client: QueryClient, body: TokenDraft): Promise<NewToken> {
  const made = await call(createServiceKey, { body });
  await client.invalidateQueries({ queryKey: serviceKeysQuery.queryKey });
  return made;
}

export function removeToken({ id }: { readonly id: string }): Promise<undefined> {
  return call(endToken, { params: { id } });
}

export function removeServiceKey({ id }: { readonly id: string }): Promise<undefined> {
  return call(endServiceKey, { params: { id } });
}
