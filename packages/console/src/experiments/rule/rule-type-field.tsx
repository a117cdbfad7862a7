import { SIMPLE_RULE_TYPES, type SimpleRuleType } from '@comporta/engine/vocabulary';
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
    <TypeSelect
      types={SIMPLE_RULE_TYPES}
      label={t('typeLabel', { n })}
      type={rule.type}
      onChange={(type) => actions.changeType(rule.key, type)}
    />
  );
}

interface TypeSelectProps<Type extends SimpleRuleType> {
  readonly types: readonly Type[];
  readonly label: string;
  readonly type: EditedRule['type'];
  readonly onChange: (type: Type) => void;
}

/** Chooses the type of a rule, or of one of its conditions. */
export function TypeSelect<Type extends SimpleRuleType>(props: TypeSelectProps<Type>) {
  const { types, label, type, onChange } = props;
  const t = useTranslations('experiment.rule');
  return (
    <NativeSelect
      className={styles.type}
      aria-label={label}
      value={type}
      onChange={(event) => {
        const chosen = types.find((known) => known === event.currentTarget.value);
        if (chosen !== undefined) onChange(chosen);
      }}
      data={types.map((value) => ({ value, label: t(`type.${value as SimpleRuleType}`) }))}
    />
  );
}
