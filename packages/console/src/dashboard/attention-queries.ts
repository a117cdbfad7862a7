import { countStaleToggles } from '@comporta/contract/toggles/toggle-api';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { fetchAll } from '../audit-logs/audit-log-queries.ts';
import { BESIDE } from '../base/query-client.ts';
import { fetchExperimentSummaries } from '../experiments/experiment-queries.ts';
import { forgottenBefore, forgottenPauses } from './attention.ts';

/** Slow to change, and dear to ask: once per visit is enough. */
const FRESH_MS = 10 * 60 * 1000;

/** For the lists of what the dashboard has asked ahead of them: they do not ask for it again when they come. */
export const ASKED_AHEAD = { refetchOnMount: false } as const;

/** The pauses that look forgotten, from the audit log: experiments do not say since when they are paused. */
export const forgottenPausesQuery = queryOptions({
  queryKey: ['forgotten-pauses'],
  staleTime: FRESH_MS,
  queryFn: async () => {
    const limit = forgottenBefore(new Date());
    const [pausedLongAgo, restartedSince] = await Promise.all([
      fetchAll({
        appId: undefined,
        filter: { action: 'PAUSED', entity: 'experiment', to: limit },
      }),
      fetchAll({
        appId: undefined,
        filter: { action: 'RESTARTED', entity: 'experiment', from: limit },
      }),
    ]);
    const appIds = new Set(pausedLongAgo.flatMap(({ appId }) => appId ?? []));
    const experiments = await Promise.all([...appIds].map(fetchExperimentSummaries));
    return forgottenPauses(pausedLongAgo, restartedSince, experiments.flat());
  },
});

/** How many toggles of each application have returned one value everywhere for a long time. */
export const staleCountsQuery = queryOptions({
  queryKey: ['stale-toggles'],
  meta: BESIDE,
  staleTime: FRESH_MS,
  queryFn: ({ signal }) => call(countStaleToggles, { signal }),
});
