import type { AnalysisSummary } from '@comporta/contract/analyses/analysis';
import { listApplicationAnalyses } from '@comporta/contract/analyses/analysis-list-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The analyses of an application that are not stopped, in short. A node of 0.2.0 also lists stopped ones. */
export function analysisSummariesQuery(appId: string) {
  return queryOptions({
    queryKey: ['analyses', appId, 'summaries'],
    meta: BESIDE,
    queryFn: async ({ signal }): Promise<readonly AnalysisSummary[]> => {
      const query = { state: 'OPEN' } as const;
      const listed = await call(listApplicationAnalyses, { params: { appId }, query, signal });
      return 'items' in listed ? [] : listed; // It has pages only where a page is asked for.
    },
  });
}
