import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { shownValue } from '@comporta/messages/shown-value';
import { useTranslations } from 'use-intl/react';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { type Share, sharesOf } from '../split/split-editor.ts';
import { SplitFields } from '../split/split-fields.tsx';
import { SplitUnit } from '../split/split-unit.tsx';
import { canRequire, withRequired } from './combined-parts.ts';
import { type EditedRule, type RuledToggle, withSplitBy, withValueType } from './edited-rule.ts';
import type { RuleActions } from './rule-actions.ts';
import styles from './value-spec-fields.module.css';

interface ValueSpecFieldsProps {
  readonly rule: EditedRule;
  readonly number: number;
  readonly isLast: boolean;
  readonly toggle: RuledToggle;
  readonly properties: ConditionProperties;
  readonly error: string | undefined;
  /** The problem of the property that a split divides by. */
  readonly unitError: string | undefined;
  readonly actions: RuleActions;
}

/** The value of a rule: one of the toggle's values, or a split of all of them. */
export function ValueSpecFields(props: ValueSpecFieldsProps) {
  const { rule, number: n, isLast, toggle, properties, error, unitError, actions } = props;
  const t = useTranslations('experiment');
  const { valueSpec } = rule;

  function returnExactly(exactValue: string) {
    actions.change(rule.key, (current) => ({
      ...current,
      valueSpec: { type: 'EXACT_VALUE', exactValue },
    }));
  }

  function requirer(by: string | undefined): (() => void) | undefined {
    if (by === undefined || !canRequire(rule, by)) return undefined;
    return () => actions.change(rule.key, (current) => withRequired(current, by));
  }

  /** The shares to draw; a split that was loaded without shares has 0 percent of each value. */
  function drawn({ shares }: { readonly shares: readonly Share[] }): readonly Share[] {
    return shares.length === 0 ? sharesOf({}, toggle.values) : shares;
  }

  function changeShares(change: (shares: readonly Share[]) => readonly Share[]) {
    actions.change(rule.key, (current) =>
      current.valueSpec.type === 'SPLIT'
        ? {
            ...current,
            valueSpec: { ...current.valueSpec, shares: change(drawn(current.valueSpec)) },
          }
        : current,
    );
  }

  return (
    <div className={styles.fields}>
      <div className={styles.choice}>
        <SegmentedField
          label={t('value.label', { n })}
          value={valueSpec.type}
          onChange={(type) =>
            actions.change(rule.key, (current) => withValueType(current, type, toggle))
          }
          options={[
            { value: 'EXACT_VALUE', label: t('value.EXACT_VALUE') },
            { value: 'SPLIT', label: t('value.SPLIT') },
          ]}
        />
        {valueSpec.type === 'EXACT_VALUE' && (
          <NativeSelect
            ref={actions.refAt(rule.key, 'valueSpec')}
            className={styles.exact}
            aria-label={t('value.exactLabel', { n })}
            value={valueSpec.exactValue}
            onChange={(event) => returnExactly(event.currentTarget.value)}
            error={error}
          >
            {!toggle.values.includes(valueSpec.exactValue) && (
              <option value={valueSpec.exactValue}>{t('value.choose')}</option>
            )}
            {toggle.values.map((value) => (
              <option key={value} value={value}>
                {shownValue(value, toggle.values)}
              </option>
            ))}
          </NativeSelect>
        )}
      </div>
      {valueSpec.type === 'SPLIT' && (
        <>
          <SplitFields
            shares={drawn(valueSpec)}
            firstRef={actions.refAt(rule.key, 'valueSpec')}
            error={error}
            onChange={changeShares}
            onWhole={returnExactly}
          />
          <SplitUnit
            by={valueSpec.by}
            number={n}
            properties={properties}
            defaultValue={toggle.defaultValue}
            selectRef={actions.refAt(rule.key, 'valueSpec', 'by')}
            error={unitError}
            isLast={isLast}
            onRequire={requirer(valueSpec.by)}
            onChange={(by) => actions.change(rule.key, (current) => withSplitBy(current, by))}
          />
        </>
      )}
    </div>
  );
}
