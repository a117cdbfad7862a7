import type { OverviewRow } from '@comporta/contract/experiments/overview-api';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { VerdictBadge } from '../parts/experiment/results-badge.tsx';
import { OutcomeView } from '../parts/outcome/outcome-view.tsx';
import { lastChangeColumn } from '../ui/list/last-change-column.tsx';
import type { Column } from '../ui/list/list-order.ts';
import styles from './overview.module.css';

/** What users get, where, since when, by whom, and how its results stand. */
export function useOverviewColumns(): readonly Column<OverviewRow>[] {
  const t = useTranslations('overview');
  const common = useTranslations('common');
  // The list is in pages: sorting those that are loaded would not sort the list.
  const { sortBy: _, ...changed } = lastChangeColumn<OverviewRow>({
    title: common('changed'),
    changeOf: ({ lastChanged }) => lastChanged,
  });
  return [
    {
      id: 'toggle',
      title: t('toggle'),
      className: styles.toggle,
      cell: ({ appId, envId, id, toggleName, analysis }) => (
        <>
          <Link to={pathTo('experiment', { appId, envId, id })}>{toggleName}</Link>{' '}
          {analysis && <VerdictBadge {...{ appId, envId, id }} verdict={analysis.verdict} />}
        </>
      ),
    },
    {
      id: 'place',
      title: t('place'),
      // On a phone, the title would take the room of what users get.
      isPlain: true,
      width: '24%',
      cell: ({ appName, envName }) => (
        <>
          <bdi>{appName}</bdi> <bdi className={styles.place}>{envName}</bdi>
        </>
      ),
    },
    {
      id: 'outcome',
      title: t('outcome'),
      className: styles.outcome,
      isPlain: true,
      width: '22%',
      cell: ({ toggle, status, outcome }) => (
        <OutcomeView toggle={toggle} experiment={{ status, outcome }} />
      ),
    },
    changed,
  ];
}
