import { getToggleUsage, listClients } from '@comporta/contract/usage/usage-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

interface Asked {
  readonly appId: string;
  readonly toggleId: string;
  readonly envId: string;
  readonly days: number;
}

/** How often a toggle was asked for in an environment, and by whom. */
export function toggleUsageQuery({ appId, toggleId, envId, days }: Asked) {
  return queryOptions({
    queryKey: ['toggle-usage', appId, toggleId, envId, days],
    queryFn: ({ signal }) =>
      call(getToggleUsage, {
        params: { appId, id: toggleId },
        query: { envId, days: `${days}` },
        signal,
      }),
  });
}

/** The programs that ask for toggles of an environment. */
export function clientsQuery(appId: string, envId: string) {
  return queryOptions({
    queryKey: ['clients', appId, envId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listClients, { params: { appId, envId }, signal }),
  });
}
