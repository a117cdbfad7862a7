import { RULE_NAME } from '@comporta/contract/experiments/rule';
import { lengthOf } from '@comporta/contract/problem';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { TextInput } from '../../ui/controls/text-input.ts';
import { type EditedRule, withName } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './rule-card.module.css';

interface RuleNameProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly isEdited: boolean;
  readonly error: string | undefined;
  readonly actions: RuleActions;
  readonly onDone: () => void;
}

/** The name of a rule, after its number; a field during editing. */
export function RuleName({ rule, number, isEdited, error, actions, onDone }: RuleNameProps) {
  if (!isEdited && error === undefined) {
    return rule.name ? <span className={styles.name}>{rule.name}</span> : null;
  }
  return <NameField {...{ rule, number, error, actions, onDone }} />;
}

function NameField({ rule, number: n, error, actions, onDone }: Omit<RuleNameProps, 'isEdited'>) {
  const t = useTranslations('experiment.rule');
  const { name = '' } = rule;
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(name);
  /** Whether Enter, Escape or a blur has already finished the edit: the blur that follows must not do it again. */
  const isSaid = useRef(false);
  const length = lengthOf(typed.trim());
  const isTooLong = length > RULE_NAME.maxChars;

  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, []);

  function finish() {
    if (isSaid.current) return;
    isSaid.current = true;
    if (typed.trim() !== name) actions.change(rule.key, (current) => withName(current, typed));
    onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Enter') finish();
    else {
      isSaid.current = true;
      onDone();
    }
    actions.focusMenu(rule.key);
  }

  return (
    <TextInput
      ref={(element) => {
        field.current = element;
        actions.refAt(rule.key, 'name')(element);
      }}
      className={styles.nameField}
      aria-label={t('nameLabel', { n })}
      placeholder={t('namePlaceholder')}
      value={typed}
      error={error ?? (isTooLong && `${length}/${RULE_NAME.maxChars}`)}
      autoComplete="off"
      onChange={(event) => {
        isSaid.current = false;
        setTyped(event.currentTarget.value);
      }}
      onBlur={finish}
      onKeyDown={onKeyDown}
    />
  );
}
