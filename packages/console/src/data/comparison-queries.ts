import { compareEnvironments } from '@comporta/contract/compare/compare-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';

export interface Compared {
  readonly from: string;
  readonly to: string;
}

/** What the toggles of an application do in two environments. */
export function comparisonQuery(appId: string, query: Compared) {
  return queryOptions({
    queryKey: ['comparison', appId, query],
    queryFn: ({ signal }) => call(compareEnvironments, { params: { appId }, query, signal }),
    // Any save may change it, and only this page reads it.
    gcTime: 0,
  });
}
