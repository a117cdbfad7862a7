import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { IconArrowDown, IconArrowUp, IconCopy, IconX } from '@tabler/icons-react';
import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { ConditionFields } from '../parts/conditions/condition-fields.tsx';
import type { ConditionField } from '../parts/conditions/condition-form.ts';
import type { Step } from '../ui/fields/move-item.ts';
import { RowButton } from '../ui/fields/row-button.tsx';
import styles from './target-group-editor.module.css';
import type { Conditions } from './target-group-form.ts';

type Condition = Conditions[number];

interface ConditionRowProps {
  readonly number: number;
  readonly total: number;
  readonly condition: Condition;
  readonly properties: ConditionProperties;
  readonly error: { readonly field: ConditionField; readonly text: string } | undefined;
  readonly onChange: (condition: Condition) => void;
  readonly onMove: (by: Step) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
  readonly refAt: (field: ConditionField) => RefCallback<HTMLElement>;
}

/** One condition of a group, with the actions on it. */
export function ConditionRow(props: ConditionRowProps) {
  const { number, total, condition, properties, error, onChange } = props;
  const { onMove, onDuplicate, onRemove, refAt } = props;
  const t = useTranslations();
  const n = { n: number };
  return (
    <li className={styles.row} data-in-error={error !== undefined || undefined}>
      <span aria-hidden className={styles.number}>
        {number}
      </span>
      <div className={styles.fields}>
        <ConditionFields
          label={t('condition.label', n)}
          condition={condition}
          properties={properties}
          onChange={onChange}
          error={error}
          refAt={refAt}
        />
      </div>
      <div className={styles.actions}>
        <RowButton
          action="up"
          label={t('targetGroup.condition.moveUp', n)}
          disabled={number === 1}
          onClick={() => onMove(-1)}
        >
          <IconArrowUp size={16} />
        </RowButton>
        <RowButton
          action="down"
          label={t('targetGroup.condition.moveDown', n)}
          disabled={number === total}
          onClick={() => onMove(1)}
        >
          <IconArrowDown size={16} />
        </RowButton>
        <RowButton
          action="duplicate"
          label={t('targetGroup.condition.duplicate', n)}
          onClick={onDuplicate}
        >
          <IconCopy size={16} />
        </RowButton>
        <RowButton action="remove" label={t('targetGroup.removeCondition', n)} onClick={onRemove}>
          <IconX size={16} />
        </RowButton>
      </div>
    </li>
  );
}
