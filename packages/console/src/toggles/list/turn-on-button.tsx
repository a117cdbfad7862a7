import { useTranslations } from 'use-intl/react';
import styles from './outcome-cell.module.css';
import type { SwitchedRules } from './rules-switch.tsx';

interface TurnOnButtonProps extends Omit<SwitchedRules, 'experiment'> {
  readonly onAsk: (rules: SwitchedRules) => void;
}

/** Shown in place of the switch when there are no rules yet. */
export function TurnOnButton({ toggle, environment, onAsk }: TurnOnButtonProps) {
  const t = useTranslations('toggle.switch');
  return (
    <button
      type="button"
      className={styles.turnOn}
      aria-label={`${t('turnOn')} ${t('turnOnWhere', { toggle: toggle.name, environment: environment.name })}`}
      onClick={() => onAsk({ toggle, environment, experiment: undefined })}
    >
      {t('turnOn')}
    </button>
  );
}
