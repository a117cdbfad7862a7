import { shownValue } from '@comporta/messages/shown-value';
import { useId, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl/react';
import type { NamedLink } from '../ui/dialogs/link-list.tsx';
import type { Field } from '../ui/forms/use-form.ts';
import { formatted } from '../ui/lines/line-difference.ts';
import { AddValue } from './add-value.tsx';
import { addValue, removeValue, type ToggleForm } from './toggle-form.ts';
import { ValueRow } from './value-row.tsx';
import styles from './values-field.module.css';

interface ValuesFieldProps {
  readonly values: Field<readonly string[]>;
  readonly defaultValue: Field<string>;
  readonly entry: Field<string>;
  /** Changes several fields at once. */
  readonly onChange: (change: Partial<ToggleForm>) => void;
  /** The experiments that prevent the removal of a value. */
  readonly usedIn: readonly NamedLink[];
  /** Returns links to the rules that return a value of a saved toggle. */
  readonly usesOf?: (value: string) => readonly NamedLink[];
}

/** Edits the values of a toggle, entered one by one; one of them is the default. */
export function ValuesField(props: ValuesFieldProps) {
  const { values, defaultValue, entry, onChange, usedIn, usesOf = () => [] } = props;
  const t = useTranslations('toggle');
  const input = useRef<HTMLTextAreaElement>(null);
  const errorId = useId();
  const [status, setStatus] = useState('');

  function enter() {
    const value = entry.value.trim();
    const entered = addValue(values.value, entry.value);
    if (entered.outcome === 'ADDED') setStatus(t('values.added', { value: shownValue(value) }));
    if (entered.outcome === 'ALREADY_THERE')
      setStatus(t('values.already', { value: shownValue(value) }));
    onChange({ values: entered.values, entry: '' });
    input.current?.focus();
  }

  function remove(value: string) {
    onChange(removeValue({ values: values.value, defaultValue: defaultValue.value }, value));
    setStatus(t('values.removed', { value: shownValue(value) }));
    input.current?.focus();
  }

  /** Values do not change; what is saved stays until a changed copy takes its place. */
  function copy(value: string) {
    onChange({ entry: formatted(value) });
    input.current?.focus();
  }

  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('values.title')}</legend>
      <p className={styles.hint}>{t('values.hint')}</p>
      <div
        role="radiogroup"
        aria-label={t('defaultValue')}
        aria-invalid={defaultValue.error !== undefined}
        aria-describedby={defaultValue.error === undefined ? undefined : errorId}
        ref={defaultValue.ref}
        tabIndex={-1}
        className={styles.values}
      >
        {values.value.map((value) => (
          <ValueRow
            key={value}
            value={value}
            among={values.value}
            isDefault={value === defaultValue.value}
            uses={usesOf(value)}
            onMakeDefault={() => defaultValue.onChange(value)}
            onRemove={() => remove(value)}
            onCopy={() => copy(value)}
          />
        ))}
      </div>
      {defaultValue.error !== undefined && (
        <p id={errorId} role="alert" className={styles.error}>
          {defaultValue.error}
        </p>
      )}
      <AddValue
        text={entry.value}
        error={values.error}
        onChange={entry.onChange}
        onEnter={enter}
        ref={(element) => {
          input.current = element;
          values.ref(element);
        }}
      />
      {usedIn.length > 0 && (
        <ul className={styles.usages}>
          {usedIn.map(({ label, to }) => (
            <li key={to}>
              <Link to={to}>{label}</Link>
            </li>
          ))}
        </ul>
      )}
      <span role="status" className="visually-hidden">
        {status}
      </span>
    </fieldset>
  );
}
