import type { Environment } from '@comporta/contract/applications/application';
import type { Freeze } from '@comporta/contract/freezes/freeze';
import type { ReactNode } from 'react';
import { useFormatter, useNow, useTranslations } from 'use-intl/react';
import { Badge } from '../../ui/badge.tsx';
import { useNextTime } from '../../ui/dates/next-time.ts';
import { freezeState } from './freeze-form.ts';
import styles from './settings-rows.module.css';

const UPDATE_MS = 10_000;

interface FreezeRowProps {
  readonly freeze: Freeze;
  readonly environments: readonly Pick<Environment, 'id' | 'name'>[];
  /** Renders what can be done with a freeze that holds now, is to come or over. */
  readonly actions: ((state: ReturnType<typeof freezeState>) => ReactNode) | undefined;
}

/** The name of a freeze, its times, its environments, and whether it holds now. */
export function FreezeRow({ freeze, environments, actions }: FreezeRowProps) {
  const t = useTranslations('freeze');
  const format = useFormatter();
  const timeOf = useNextTime();
  const state = freezeState(freeze, useNow({ updateInterval: UPDATE_MS }));
  const { name, from, to, environmentIds } = freeze;
  const frozen = environments.filter(({ id }) => environmentIds?.includes(id));
  return (
    <li>
      <span className={styles.subject}>
        {name}
        <span className={styles.beside}>
          <Badge tone={state === 'NOW' ? 'warning' : 'neutral'}>{t(`state.${state}`)}</Badge>
        </span>
      </span>
      <div className={styles.facts}>
        <p>{t('times', { from: timeOf(from), to: timeOf(to) })}</p>
        <p>
          {environmentIds === null
            ? t('everywhere')
            : format.list(frozen.map((environment) => environment.name))}
        </p>
      </div>
      {actions !== undefined && <span className={styles.actions}>{actions(state)}</span>}
    </li>
  );
}
