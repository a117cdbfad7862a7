import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { useCurrentEnvironment } from '../applications/application-queries.ts';
import { pathTo } from '../base/paths.ts';
import { experimentSummariesQuery } from '../experiments/experiment-queries.ts';
import { EnvironmentDot } from '../parts/status/environment-dot.tsx';
import { StatusBadge } from '../parts/status/status-badge.tsx';
import { DataTable } from '../ui/list/data-table.tsx';
import type { Column } from '../ui/list/list-order.ts';
import { Loaded } from '../ui/list/loaded.tsx';
import { statesOf, statesOfToggle } from './list/toggle-states.ts';
import styles from './toggle-environments.module.css';

/** What a toggle does in each environment, side by side. */
export function ToggleEnvironments({ toggle }: { readonly toggle: Toggle }) {
  const t = useTranslations();
  const { appId, id: toggleId, defaultValue } = toggle;
  const summaries = useQuery(experimentSummariesQuery(appId));
  const environments = useCurrentEnvironment().application?.environments ?? [];

  return (
    <Loaded query={summaries}>
      {(loaded) => {
        const experiments = statesOfToggle(statesOf(loaded), toggleId);
        const columns: readonly Column<(typeof environments)[number]>[] = [
          {
            id: 'environment',
            title: t('toggle.environments.environment'),
            width: '30%',
            cell: (environment) => (
              <span className={styles.environment}>
                <EnvironmentDot environment={environment} />
                {environment.name}
              </span>
            ),
          },
          {
            id: 'state',
            title: t('toggle.list.state.label'),
            cell: ({ id }) => {
              const experiment = experiments.get(id);
              if (experiment?.status === 'ACTIVE') return <StatusBadge status="ACTIVE" />;
              return (
                <>
                  {experiment !== undefined && <StatusBadge status={experiment.status} />}{' '}
                  <span className={styles.everyone}>
                    {t('toggle.environments.everyone', { value: defaultValue })}
                  </span>
                </>
              );
            },
          },
          {
            id: 'experiment',
            title: t('toggle.environments.experiment'),
            width: '30%',
            cell: ({ id: envId, name }) => {
              const experiment = experiments.get(envId);
              const path = pathTo('experiment', { appId, envId, id: experiment?.id ?? 'new' });
              return experiment === undefined ? (
                <Link to={`${path}?toggleId=${toggleId}`}>
                  {t('toggle.environments.create')}
                  <span className="visually-hidden"> {name}</span>
                </Link>
              ) : (
                <Link to={path}>
                  {t('experiment.list.ruleCount', { count: experiment.ruleCount })}
                  <span className="visually-hidden"> {name}</span>
                </Link>
              );
            },
          },
        ];
        return (
          <DataTable
            label={t('toggle.environments.title')}
            rows={environments}
            rowKey={({ id }) => id}
            columns={columns}
            sort={undefined}
            onSort={() => {}}
          />
        );
      }}
    </Loaded>
  );
}
