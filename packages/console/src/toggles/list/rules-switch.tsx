import type { Environment } from '@comporta/contract/applications/application';
import { isProduction } from '@comporta/contract/applications/production';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useStatusSending } from '../../parts/status/use-status-sending.ts';
import styles from './rules-switch.module.css';

/** The rules of a toggle in an environment; without an experiment there are none yet. */
export interface SwitchedRules {
  readonly toggle: Toggle;
  readonly environment: Environment;
  readonly experiment: ExperimentSummary | undefined;
}

/** A change of rules that is asked about first: the switch, unless it is a roll-out. */
export interface AskedChange extends SwitchedRules {
  readonly isRollOut?: boolean;
}

interface RulesSwitchProps extends SwitchedRules {
  readonly experiment: ExperimentSummary;
  /** Opens a dialog for a change that needs a confirmation. */
  readonly onAsk: (rules: SwitchedRules) => void;
}

/** Whether the rules apply. While they are paused, everyone gets the default; then the same rules apply again. */
export function RulesSwitch({ onAsk, ...rules }: RulesSwitchProps) {
  const t = useTranslations('toggle.switch');
  const [isBusy, setBusy] = useState(false);
  const send = useStatusSending();
  const { toggle, environment, experiment } = rules;
  const isActive = experiment.status === 'ACTIVE';

  async function press() {
    if (isBusy) return;
    if (isProduction(environment) || (isActive && experiment.dependents.length > 0)) {
      onAsk(rules);
      return;
    }
    setBusy(true);
    await send({ appId: toggle.appId, ...experiment }, isActive ? 'pause' : 'restart', {
      toggle: toggle.name,
      environment: environment.name,
    });
    setBusy(false);
  }

  return (
    <button
      type="button"
      role="switch"
      aria-checked={isActive}
      aria-busy={isBusy}
      aria-label={t('label', { toggle: toggle.name, environment: environment.name })}
      title={isActive ? t('apply') : t('paused')}
      className={styles.switch}
      onClick={() => void press()}
    />
  );
}
