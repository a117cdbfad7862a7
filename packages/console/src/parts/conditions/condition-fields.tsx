import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { UID, usesList } from '@comporta/engine/vocabulary';
import { choiceLabel } from '@comporta/messages/rule-in-words';
import { lazy, type RefCallback, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslations } from 'use-intl/react';
import { Checkbox } from '../../ui/controls/checkbox.ts';
import { NativeSelect } from '../../ui/controls/native-select.ts';
import { openMenu } from '../../ui/controls/open-menu.ts';
import styles from './condition-fields.module.css';
import {
  type ConditionField,
  type ConditionText,
  canIgnoreCase,
  choiceOf,
  choicesFor,
  ignoresCase,
  needsTerm,
  withChoice,
  withOtherCase,
  withProperty,
} from './condition-form.ts';
import { TermField } from './term-field.tsx';

const ListField = lazy(async () => ({ default: (await import('./list-field.tsx')).ListField }));

interface ConditionFieldsProps<C extends ConditionText> {
  /** Tells users of a screen reader which condition a field belongs to: `Condition 2`, `Version filter`. */
  readonly label: string;
  readonly condition: C;
  /** The properties to choose from. */
  readonly properties: ConditionProperties;
  readonly onChange: (condition: C) => void;
  readonly error?: { readonly field: ConditionField; readonly text: string } | undefined;
  /** Returns the `ref` of the element that takes the focus when there is a problem with a field. */
  readonly refAt?: (field: ConditionField) => RefCallback<HTMLElement>;
}

/** The value of the last entry of the menu; no expression has this name. */
const MORE = 'MORE';

/** They do not hold for users without a value, which their names do not tell. Source: RUL-26. */
const NOT_WITHOUT_VALUE: readonly string[] = ['NOT_EQUALS', 'DOES_NOT_CONTAIN'];

/** The property, expression and value of one condition, for every screen that edits conditions. */
export function ConditionFields<C extends ConditionText>(props: ConditionFieldsProps<C>) {
  const { label, condition, properties, onChange, error, refAt } = props;
  const t = useTranslations();
  const [loaded] = useState(condition);
  const [isWide, setWide] = useState(false);
  const menu = useRef<HTMLSelectElement>(null);
  const property = properties.get(condition.propertyId);
  const hasTerm = needsTerm(condition, properties);
  const choices = property && choicesFor(property, loaded, isWide);
  const errorAt = (...fields: readonly ConditionField[]) =>
    error !== undefined && fields.includes(error.field) ? error.text : undefined;

  function choose(choice: string) {
    if (choice !== MORE) {
      onChange(withChoice(condition, choice));
      return;
    }
    // The list closes with the choice, and opens again with all of its entries.
    flushSync(() => setWide(true));
    openMenu(menu.current);
  }

  return (
    <div className={styles.container}>
      <div className={styles.fields}>
        <NativeSelect
          aria-label={`${label}: ${t('condition.property')}`}
          {...(refAt && { ref: refAt('propertyId') })}
          value={property === undefined ? '' : condition.propertyId}
          onChange={(event) => onChange(withProperty(condition, event.currentTarget.value))}
          error={errorAt('propertyId')}
        >
          <option value="">{t('condition.chooseProperty')}</option>
          {[...properties.values()].map(({ id, key }) => (
            <option key={id} value={id}>
              {id === UID ? t('condition.uid') : key}
            </option>
          ))}
        </NativeSelect>
        <NativeSelect
          aria-label={`${label}: ${t('condition.expression')}`}
          ref={(element) => {
            menu.current = element;
            refAt?.('expression')(element);
            if (!hasTerm) refAt?.('term')(element);
          }}
          value={(property && choiceOf(condition, property.type)) ?? ''}
          disabled={property === undefined}
          onChange={(event) => choose(event.currentTarget.value)}
          // For a boolean, the choice of the expression includes the value.
          error={hasTerm ? errorAt('expression') : errorAt('expression', 'term')}
        >
          <option value="">{t('condition.chooseExpression')}</option>
          {choices?.shown.map((choice) => (
            <option key={choice} value={choice}>
              {choiceLabel(t, property?.type, choice)}
            </option>
          ))}
          {choices?.hasMore && <option value={MORE}>{t('expression.more')}</option>}
        </NativeSelect>
        {hasTerm && (
          <div>
            {usesList(condition.expression) ? (
              <Suspense>
                <ListField
                  label={`${label}: ${t('condition.term.label')}`}
                  lists={properties.lists}
                  value={condition.term}
                  onChange={(term) => onChange({ ...condition, term })}
                  error={errorAt('term')}
                  fieldRef={refAt?.('term')}
                />
              </Suspense>
            ) : (
              <TermField
                label={`${label}: ${t('condition.term.label')}`}
                type={property?.type}
                condition={condition}
                onChange={(term) => onChange({ ...condition, term })}
                error={errorAt('term')}
                {...(refAt && { fieldRef: refAt('term') })}
              />
            )}
            {property !== undefined && canIgnoreCase(condition, property.type) && (
              <Checkbox
                className={styles.case}
                size="sm"
                label={t('condition.ignoreCase')}
                aria-label={`${label}: ${t('condition.ignoreCase')}`}
                checked={ignoresCase(condition)}
                onChange={() => onChange(withOtherCase(condition))}
              />
            )}
            {property !== undefined && NOT_WITHOUT_VALUE.includes(condition.expression) && (
              <p className={styles.hint}>{t('condition.absentNote', { property: property.key })}</p>
            )}
          </div>
        )}
      </div>
    </div>
  );
}
