import { listAnalysisSummaries } from '@comporta/contract/analyses/analysis-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { BESIDE } from './query-client.ts';

/** The newest analysis of each rule of an application, in short. */
export function analysisSummariesQuery(appId: string) {
  return queryOptions({
    queryKey: ['analyses', appId, 'summaries'],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listAnalysisSummaries, { params: { appId }, signal }),
  });
}
