import { listUnknownToggles } from '@comporta/contract/usage/unknown-toggle-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The names that programs asked for and that no toggle has. */
export function unknownTogglesQuery(appId: string) {
  return queryOptions({
    queryKey: ['unknown-toggles', appId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listUnknownToggles, { params: { appId }, signal }),
  });
}
