import {
  listOverview,
  OVERVIEW_SEARCH_MAX_CHARS,
  type OverviewQuery,
} from '@comporta/contract/experiments/overview-api';
import { EXPERIMENT_STATUSES } from '@comporta/engine/vocabulary';
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain } from './query-client.ts';

/** The filter of the overview; the address holds it, so that it can be shared. */
export type OverviewFilter = Omit<OverviewQuery, 'page' | 'size'>;

const PAGE_SIZE = 50;

/** Reads the filter from the address, and drops what the server would refuse. */
export function overviewFilterIn(params: URLSearchParams): OverviewFilter {
  const status = EXPERIMENT_STATUSES.find((known) => known === params.get('status'));
  const [appId, by] = [params.get('appId'), params.get('by')];
  const q = params.get('q')?.trim().slice(0, OVERVIEW_SEARCH_MAX_CHARS);
  return {
    ...(appId ? { appId } : {}),
    ...(status === undefined ? {} : { status }),
    ...(by ? { by } : {}),
    ...(params.get('measured') === 'true' ? { measured: 'true' as const } : {}),
    ...(q ? { q } : {}),
  };
}

/** Everything that runs in production-like environments, page by page. */
export function overviewQuery(filter: OverviewFilter) {
  return infiniteQueryOptions({
    queryKey: ['overview', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listOverview, {
        query: { ...filter, page: String(pageParam), size: String(PAGE_SIZE) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, _, page) => (totalPages > page ? page + 1 : undefined),
  });
}

/** To be called after a change. */
export function forgetOverview(client: QueryClient): Promise<void> {
  return askAgain(client, ['overview']);
}
