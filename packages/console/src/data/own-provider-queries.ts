import { listOwnIdentities } from '@comporta/contract/identity/identity-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The providers of the company, and which of them open one's own user. */
export const ownProvidersQuery = queryOptions({
  queryKey: ['own-identities'],
  queryFn: ({ signal }) => call(listOwnIdentities, { signal }),
  meta: BESIDE,
});
