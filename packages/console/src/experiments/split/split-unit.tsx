import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { UID } from '@comporta/engine/vocabulary';
import { shownValue } from '@comporta/messages/shown-value';
import type { RefCallback } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../../ui/controls/button.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import styles from './split-fields.module.css';

interface SplitUnitProps {
  /** Id of the property whose values are divided; undefined where the split divides users. */
  readonly by: string | undefined;
  /** Of the rule, counted from 1. */
  readonly number: number;
  readonly properties: ConditionProperties;
  readonly defaultValue: string;
  readonly selectRef: RefCallback<HTMLElement>;
  readonly error: string | undefined;
  readonly onChange: (by: string | undefined) => void;
  /** Whether the rule is for everyone whom no rule above has matched. */
  readonly isLast: boolean;
  /** Limits the rule to users with a value of the property; undefined where it is limited already, or cannot be. */
  readonly onRequire: (() => void) | undefined;
}

/** Who gets the same value: a user, or everybody with the same value of a text property. Shown where there is one. */
export function SplitUnit(props: SplitUnitProps) {
  const { by, number: n, properties, defaultValue, selectRef, error, onChange } = props;
  const { isLast, onRequire } = props;
  const t = useTranslations('experiment.split');
  const offered = [...properties.values()].filter(
    ({ id, type }) => type === 'STRING' && id !== UID,
  );
  if (by === undefined && offered.length === 0) return null;
  const property = offered.find(({ id }) => id === by);

  return (
    <div className={styles.unit}>
      <span aria-hidden>{t('by')}</span>
      <NativeSelect
        ref={selectRef}
        aria-label={`${t('by')}. ${t('byLabel', { n })}`}
        description={
          property && t('without', { property: property.key, value: shownValue(defaultValue) })
        }
        inputWrapperOrder={['input', 'description', 'error']}
        value={by ?? UID}
        onChange={({ currentTarget: { value } }) => onChange(value === UID ? undefined : value)}
        error={error}
      >
        <option value={UID}>{t('byUid')}</option>
        {by !== undefined && property === undefined && <option value={by}>{t('byGone')}</option>}
        {offered.map(({ id, key }) => (
          <option key={id} value={id}>
            {key}
          </option>
        ))}
      </NativeSelect>
      {property !== undefined && isLast && (
        <span className={styles.whole}>{t('onlyAbove', { property: property.key })}</span>
      )}
      {property !== undefined && !isLast && onRequire !== undefined && (
        <Button size="compact-sm" variant="default" onClick={onRequire}>
          {t('onlyThose', { property: property.key })}
        </Button>
      )}
    </div>
  );
}
