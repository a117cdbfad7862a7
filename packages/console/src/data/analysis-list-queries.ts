import {
  ANALYSIS_SEARCH_MAX_CHARS,
  ANALYSIS_STATE_FILTERS,
  type AnalysisPage,
  type AnalysisStateFilter,
} from '@comporta/contract/analyses/analysis-list';
import { listApplicationAnalyses } from '@comporta/contract/analyses/analysis-list-api';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';

/** The filter of the list; the address holds it, so that it can be shared. */
export interface AnalysisListFilter {
  readonly state?: AnalysisStateFilter;
  readonly envId?: string;
  /** The id of a user. */
  readonly owner?: string;
  readonly q?: string;
}

/** Reads the filter from the address, and drops what the server would refuse. */
export function analysisFilterIn(params: URLSearchParams): AnalysisListFilter {
  const state = ANALYSIS_STATE_FILTERS.find((known) => known === params.get('state'));
  const [envId, owner] = [params.get('envId'), params.get('owner')];
  const q = params.get('q')?.trim().slice(0, ANALYSIS_SEARCH_MAX_CHARS);
  return {
    ...(state === undefined ? {} : { state }),
    ...(envId ? { envId } : {}),
    ...(owner ? { owner } : {}),
    ...(q ? { q } : {}),
  };
}

/** The analyses of an application, page by page. */
export function analysisListQuery(appId: string, filter: AnalysisListFilter) {
  return infiniteQueryOptions({
    queryKey: ['analyses', appId, 'list', filter],
    queryFn: async ({ pageParam, signal }): Promise<AnalysisPage> => {
      const query = { ...filter, page: String(pageParam) };
      const listed = await call(listApplicationAnalyses, { params: { appId }, query, signal });
      // A node of 0.2.0 answers something else; another one will do.
      if (!('items' in listed)) throw new ApiError({ status: 0, code: undefined, meta: {} });
      return listed;
    },
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, _, page) => (totalPages > page ? page + 1 : undefined),
  });
}
