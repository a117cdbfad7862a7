import type { Experiment } from '@comporta/contract/experiments/experiment';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../../base/paths.ts';
import type { EnvironmentRef } from '../../data/experiment-queries.ts';
import { LateComing } from '../../parts/coming/late-coming.tsx';
import { ResultsBadge } from '../../parts/experiment/results-badge.tsx';
import { OutcomeView } from '../../parts/outcome/outcome-view.tsx';
import { StatusBadge } from '../../parts/status/status-badge.tsx';
import { useMediaQuery } from '../../ui/controls/use-media-query.ts';
import { useIsReadOnly } from '../../ui/forms/read-only.ts';
import { lastChangeColumn } from '../../ui/list/last-change-column.tsx';
import type { Column } from '../../ui/list/list-order.ts';
import { StatusButton } from '../status-button.tsx';
import type { useStatusChange } from '../use-status-change.tsx';
import styles from './experiment-list-page.module.css';

/** Below this width the outcome says what the status says. Source: CDW-74. */
const HALF_WIDTH = '(max-width: 1199px)';

interface Listing extends EnvironmentRef {
  /** By id; undefined until they are loaded. */
  readonly toggles: ReadonlyMap<string, Toggle> | undefined;
  readonly defaultValueOf: (toggleId: string) => string;
  readonly statusChange: ReturnType<typeof useStatusChange>;
}

/** The columns of the list of an environment's experiments. */
export function useExperimentColumns(listing: Listing): readonly Column<Experiment>[] {
  const { appId, envId, toggles, defaultValueOf, statusChange } = listing;
  const t = useTranslations('experiment');
  const common = useTranslations('common');
  const isReadOnly = useIsReadOnly();
  const isHalf = useMediaQuery(HALF_WIDTH, false, { getInitialValueInEffect: false });
  const statusColumn: Column<Experiment> = {
    id: 'status',
    title: common('status'),
    isPlain: true,
    width: '110px',
    sortBy: ({ status }) => t(`status.${status}`),
    cell: ({ status }) => <StatusBadge status={status} />,
  };
  const rulesColumn: Column<Experiment> = {
    id: 'rules',
    title: t('list.rules'),
    isDetail: true,
    width: '80px',
    sortBy: ({ rules }) => rules.length,
    cell: ({ rules }) => t('list.ruleCount', { count: rules.length }),
  };
  const actionColumn: Column<Experiment> = {
    id: 'action',
    title: t('list.action'),
    isPlain: true,
    className: styles.action,
    width: '120px',
    cell: (experiment) => (
      <StatusButton
        experiment={experiment}
        isBusy={statusChange.isBusy(experiment)}
        onPress={() => statusChange.change(experiment)}
      />
    ),
  };
  return [
    {
      id: 'toggle',
      title: t('list.toggle'),
      className: styles.toggle,
      sortBy: ({ toggleName }) => toggleName,
      cell: ({ id, toggleId, toggleName, status }) => (
        <>
          <Link to={pathTo('experiment', { appId, envId, id })}>{toggleName}</Link>{' '}
          <ResultsBadge {...{ appId, envId, id }} />
          {status !== 'ACTIVE' && (
            <p className={styles.paused}>{t('paused', { value: defaultValueOf(toggleId) })}</p>
          )}
        </>
      ),
    },
    ...(isHalf ? [] : [statusColumn]),
    {
      id: 'outcome',
      title: t('list.outcome'),
      isPlain: true,
      width: isHalf ? '26%' : '17%',
      cell: ({ id, toggleId, status, rules }) => {
        const toggle = toggles?.get(toggleId);
        if (toggle === undefined) return null;
        const experiment = { status, outcome: outcomeOf(rules) };
        return (
          <>
            <OutcomeView toggle={toggle} experiment={experiment} />
            <LateComing toggle={toggle} experimentId={id} />
          </>
        );
      },
    },
    ...(isHalf ? [] : [rulesColumn]),
    lastChangeColumn({
      title: common('changed'),
      isDetail: true,
      changeOf: ({ lastChanged }) => lastChanged,
    }),
    ...(isReadOnly ? [] : [actionColumn]),
  ];
}
