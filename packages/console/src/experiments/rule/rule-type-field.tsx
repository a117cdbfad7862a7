import { RULE_TYPES } from '@comporta/engine/vocabulary';
import { IconLock } from '@tabler/icons-react';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import type { EditedRule } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './rule-card.module.css';

interface RuleTypeFieldProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly isLast: boolean;
  readonly actions: RuleActions;
}

/** Chooses the type, which decides the other fields of a rule. The type of the catch-all is locked. */
export function RuleTypeField({ rule, number: n, isLast, actions }: RuleTypeFieldProps) {
  const t = useTranslations('experiment.rule');
  if (isLast) {
    return (
      <NativeSelect
        className={styles.type}
        aria-label={t('typeLabel', { n })}
        title={t('locked')}
        disabled
        leftSection={<IconLock size={15} aria-hidden />}
        data={[t('catchAll')]}
      />
    );
  }
  return (
    <NativeSelect
      className={styles.type}
      aria-label={t('typeLabel', { n })}
      value={rule.type}
      onChange={(event) => {
        const chosen = RULE_TYPES.find((type) => type === event.currentTarget.value);
        if (chosen !== undefined) actions.changeType(rule.key, chosen);
      }}
      data={RULE_TYPES.map((type) => ({ value: type, label: t(`type.${type}`) }))}
    />
  );
}
