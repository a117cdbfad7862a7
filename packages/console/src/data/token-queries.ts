import type { NewToken, TokenDraft } from '@comporta/contract/keys/token';
import {
  createServiceKey,
  createToken,
  endAllTokens,
  endAnyToken,
  endServiceKey,
  endToken,
  listAllTokens,
  listServiceKeys,
  listTokens,
} from '@comporta/contract/keys/token-api';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

export const tokensQuery = queryOptions({
  queryKey: ['users', 'me', 'tokens'],
  queryFn: ({ signal }) => call(listTokens, { signal }),
  meta: BESIDE,
});

/** Those of all users of the company. */
export const allTokensQuery = queryOptions({
  queryKey: ['account', 'tokens'],
  queryFn: ({ signal }) => call(listAllTokens, { signal }),
});

export const serviceKeysQuery = queryOptions({
  queryKey: ['service-keys'],
  meta: BESIDE,
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

export function removeAnyToken({ id }: { readonly id: string }): Promise<undefined> {
  return call(endAnyToken, { params: { id } });
}

/** Ends those of all users, one's own among them. */
export async function removeAllTokens(client: QueryClient): Promise<void> {
  await call(endAllTokens, {});
  await client.invalidateQueries({ queryKey: allTokensQuery.queryKey });
  await client.invalidateQueries({ queryKey: tokensQuery.queryKey });
}

export function removeServiceKey({ id }: { readonly id: string }): Promise<undefined> {
  return call(endServiceKey, { params: { id } });
}
