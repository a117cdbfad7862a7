import type { OverviewRow } from '@comporta/contract/experiments/overview-api';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslations } from 'use-intl/react';
import { changeManyExperiments } from '../data/experiment-queries.ts';
import { forgetOverview } from '../data/overview-queries.ts';
import type { BulkAction } from '../parts/bulk/bulk-action.ts';
import { inEachPlace } from './in-each-place.ts';

/** Pauses the selected experiments, wherever they are: a call for each environment, a result for each row. */
export function usePause(): BulkAction<OverviewRow> {
  const t = useTranslations();
  const client = useQueryClient();

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
    whyNot: ({ status }) => (status === 'PAUSED' ? t('bulk.why.paused') : undefined),
    mustType: true,
    send: (rows) => send('PAUSE', rows),
    undo: (rows) => send('RESTART', rows),
  };
}
