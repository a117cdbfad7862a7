import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useTranslations } from 'use-intl/react';
import { EnvironmentState } from './environment-state.tsx';
import styles from './environment-states.module.css';

interface EnvironmentStatesProps {
  readonly toggle: Toggle;
  readonly environments: readonly { readonly id: string; readonly name: string }[];
  readonly experiments: ReadonlyMap<string, ExperimentSummary>;
}

/** The environments in which a toggle has an experiment, where there are too many for columns. */
export function EnvironmentStates({ toggle, environments, experiments }: EnvironmentStatesProps) {
  const t = useTranslations('toggle.list');
  const used = environments.filter(({ id }) => experiments.has(id));
  if (used.length === 0) return <span className={styles.nowhere}>{t('noExperiments')}</span>;
  return (
    <ul className={styles.states}>
      {used.map((environment) => (
        <li key={environment.id}>
          {environment.name}{' '}
          <EnvironmentState
            toggle={toggle}
            environment={environment}
            experiment={experiments.get(environment.id)}
          />
        </li>
      ))}
    </ul>
  );
}
