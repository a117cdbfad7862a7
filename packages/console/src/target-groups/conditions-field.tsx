import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { Problem } from '@comporta/contract/problem';
import { IconPlus } from '@tabler/icons-react';
import { type RefCallback, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { ConditionField } from '../parts/conditions/condition-form.ts';
import { Button } from '../ui/controls/button.ts';
import { buttonAfterMove, moveItem, type Step } from '../ui/fields/move-item.ts';
import type { Field } from '../ui/forms/use-form.ts';
import { ConditionRow } from './condition-row.tsx';
import styles from './target-group-editor.module.css';
import {
  addCondition,
  type Conditions,
  changeCondition,
  conditionAt,
  duplicateCondition,
  removeCondition,
} from './target-group-form.ts';

interface ConditionsFieldProps extends Field<Conditions> {
  readonly properties: ConditionProperties;
  readonly problem: Problem | undefined;
  /** Returns the `ref` for a field of a condition, by the index of the condition. */
  readonly refAt: (index: number, field: ConditionField) => RefCallback<HTMLElement>;
}

/** Edits the conditions of a group. Their order matters only to people. */
export function ConditionsField(props: ConditionsFieldProps) {
  const { value: conditions, onChange, error, ref, properties, problem, refAt } = props;
  const t = useTranslations();
  const list = useRef<HTMLOListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const errorId = useId();
  const [status, setStatus] = useState('');
  const inCondition = conditionAt(problem);
  const isOfList = error !== undefined && inCondition === undefined;

  /** Focuses an element of a row after the next render. */
  function focusOn(index: number, selector: string) {
    requestAnimationFrame(() => {
      const row = list.current?.children[index];
      const wanted = row?.querySelector<HTMLElement>(selector) ?? addButton.current;
      wanted?.focus();
    });
  }

  function add() {
    onChange(addCondition(conditions));
    setStatus(t('targetGroup.condition.added', { n: conditions.length + 1 }));
    focusOn(conditions.length, 'select');
  }

  function duplicate(index: number) {
    onChange(duplicateCondition(conditions, index));
    setStatus(t('targetGroup.condition.added', { n: index + 2 }));
    focusOn(index + 1, 'select');
  }

  function remove(index: number) {
    onChange(removeCondition(conditions, index));
    setStatus(t('targetGroup.condition.removed', { n: index + 1 }));
    focusOn(Math.min(index, conditions.length - 2), '[data-action="remove"]');
  }

  function move(index: number, by: Step) {
    onChange(moveItem(conditions, index, by));
    const total = conditions.length;
    setStatus(t('targetGroup.condition.moved', { n: index + by + 1, total }));
    focusOn(index + by, buttonAfterMove(index + by, total, by));
  }

  return (
    <fieldset className={styles.conditions}>
      <legend className={styles.legend}>{t('targetGroup.conditions')}</legend>
      {conditions.length > 0 && (
        <ol ref={list} className={styles.list}>
          {conditions.map((condition, index) => (
            <ConditionRow
              key={condition.id}
              number={index + 1}
              total={conditions.length}
              condition={condition}
              properties={properties}
              onChange={(changed) => onChange(changeCondition(conditions, index, changed))}
              onMove={(by) => move(index, by)}
              onDuplicate={() => duplicate(index)}
              onRemove={() => remove(index)}
              refAt={(field) => refAt(index, field)}
              error={
                error !== undefined && inCondition?.index === index
                  ? { field: inCondition.field, text: error }
                  : undefined
              }
            />
          ))}
        </ol>
      )}
      {isOfList && (
        <p id={errorId} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Button
        ref={(element) => {
          addButton.current = element;
          ref(element);
        }}
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden />}
        onClick={add}
        aria-describedby={isOfList ? errorId : undefined}
      >
        {t('targetGroup.addCondition')}
      </Button>
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </fieldset>
  );
}
