import { listChangeRequests } from '@comporta/contract/change-requests/change-request-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

const REFETCH_MS = 60_000;

/** How many change requests of an application wait for the reader. */
export function waitingRequestsQuery(appId: string) {
  return queryOptions({
    // Below the key of requests: whatever changes one has the number asked again.
    queryKey: ['change-requests', appId, 'waiting'],
    meta: BESIDE,
    queryFn: async ({ signal }) => {
      const query = { view: 'waiting', size: '1' };
      return (await call(listChangeRequests, { params: { appId }, query, signal })).counts.waiting;
    },
    staleTime: REFETCH_MS,
    refetchInterval: REFETCH_MS,
  });
}
