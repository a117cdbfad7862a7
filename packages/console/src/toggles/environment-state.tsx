import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import { pathTo } from '../base/paths.ts';
import { StatusBadge } from '../parts/status/status-badge.tsx';
import styles from './environment-state.module.css';

interface EnvironmentStateProps {
  readonly toggle: Pick<Toggle, 'appId' | 'id' | 'name'>;
  readonly environment: { readonly id: string; readonly name: string };
  readonly experiment: ExperimentSummary | undefined;
}

/** What becomes of a toggle in one environment; leads to its experiment, or to a new one. */
export function EnvironmentState({ toggle, environment, experiment }: EnvironmentStateProps) {
  const t = useTranslations();
  const { appId, id: toggleId, name } = toggle;
  const { id: envId } = environment;
  const names = { toggle: name, environment: environment.name };
  if (experiment === undefined) {
    return (
      <Link
        className={styles.none}
        to={`${pathTo('experiment', { appId, envId, id: 'new' })}?toggleId=${toggleId}`}
        aria-label={t('toggle.list.createExperiment', names)}
        title={t('toggle.list.createExperiment', names)}
      >
        <span aria-hidden>–</span>
      </Link>
    );
  }
  return (
    <Link
      className={styles.state}
      to={pathTo('experiment', { appId, envId, id: experiment.id })}
      aria-label={`${t(`experiment.status.${experiment.status}`)}: ${t('toggle.list.experiment', names)}`}
    >
      <StatusBadge status={experiment.status} />
    </Link>
  );
}
