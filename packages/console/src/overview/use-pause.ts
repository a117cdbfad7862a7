import type { OverviewRow } from '@comporta/contract/experiments/overview-api';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { applicationsQuery } from '../data/application-queries.ts';
import { changeManyExperiments } from '../data/experiment-queries.ts';
import { mayEditIn } from '../data/may-edit-in.ts';
import { forgetOverview } from '../data/overview-queries.ts';
import type { BulkAction } from '../parts/bulk/bulk-action.ts';
import { inEachPlace } from './in-each-place.ts';

/** Pauses the selected experiments, wherever they are: a call for each environment, a result for each row. */
export function usePause(): BulkAction<OverviewRow> {
  const t = useTranslations();
  const client = useQueryClient();
  const { data: applications } = useQuery(applicationsQuery);

  async function send(action: 'PAUSE' | 'RESTART', rows: readonly OverviewRow[]) {
    try {
      return await inEachPlace(rows, (place, ids) =>
        changeManyExperiments(client, place, { action, ids }),
      );
    } finally {
      await forgetOverview(client);
    }
  }

  return {
    name: 'PAUSE',
    title: t('overview.pauseTitle'),
    whyNot: ({ status, appId, envId }) => {
      const application = applications?.find(({ id }) => id === appId);
      if (!mayEditIn(application, envId)) return t('bulk.why.readOnly');
      return status === 'PAUSED' ? t('bulk.why.paused') : undefined;
    },
    mustType: true,
    send: (rows) => send('PAUSE', rows),
    undo: (rows) => send('RESTART', rows),
  };
}
