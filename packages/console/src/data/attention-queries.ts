import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { countStaleToggles } from '@comporta/contract/toggles/toggle-api';
import { queryOptions } from '@tanstack/react-query';
import { isNotFound } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { forgottenBefore, forgottenPauses } from './attention.ts';
import { fetchAll } from './audit-log-queries.ts';
import { fetchExperimentSummaries } from './experiment-queries.ts';
import { BESIDE } from './query-client.ts';

/** Changes slowly and is expensive to query: once per visit is enough. */
const FRESH_MS = 10 * 60 * 1000;

/** For lists whose queries the dashboard has already started: they do not fetch again when they mount. */
export const ASKED_AHEAD = { refetchOnMount: false } as const;

/** The pauses that look forgotten, from the audit log: experiments do not carry the date of their pause. */
export const forgottenPausesQuery = queryOptions({
  queryKey: ['forgotten-pauses'],
  meta: BESIDE,
  staleTime: FRESH_MS,
  queryFn: async () => {
    const limit = forgottenBefore(new Date());
    const [pausedLongAgo, pausedSince] = await Promise.all([
      fetchAll({
        appId: undefined,
        filter: { action: 'PAUSED', entity: 'experiment', to: limit },
      }),
      fetchAll({
        appId: undefined,
        filter: { action: 'PAUSED', entity: 'experiment', from: limit },
      }),
    ]);
    const appIds = new Set(pausedLongAgo.flatMap(({ appId }) => appId ?? []));
    const experiments = await Promise.all([...appIds].map(summariesUnlessDeleted));
    return forgottenPauses(pausedLongAgo, pausedSince, experiments.flat());
  },
});

/** The audit log also names applications that were deleted since. */
async function summariesUnlessDeleted(appId: string): Promise<readonly ExperimentSummary[]> {
  try {
    return await fetchExperimentSummaries(appId);
  } catch (error) {
    if (isNotFound(error)) return [];
    throw error;
  }
}

/** The number of stale toggles of each application that has any. */
export const staleCountsQuery = queryOptions({
  queryKey: ['stale-toggles'],
  meta: BESIDE,
  staleTime: FRESH_MS,
  queryFn: ({ signal }) => call(countStaleToggles, { signal }),
  select: (rows) =>
    rows
      // A node of the release before counts only those that return one value.
      .map(({ appId, count, stale = count }) => ({ appId, count: stale }))
      .filter(({ count }) => count > 0),
});
