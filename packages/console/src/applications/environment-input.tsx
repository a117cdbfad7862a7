import type { KeyboardEvent } from 'react';
import { useTranslations } from 'use-intl/react';
import { Button } from '../ui/controls/button.ts';
import { TextInput } from '../ui/controls/text-input.ts';
import type { Field } from '../ui/forms/use-form.ts';
import type { EnvironmentDraft } from './environment-list.ts';
import styles from './environments-field.module.css';
import type { useEnvironmentEntry } from './use-environment-entry.ts';

interface EnvironmentInputProps {
  readonly field: Field<readonly EnvironmentDraft[]>;
  readonly entry: ReturnType<typeof useEnvironmentEntry>;
}

/** The input for the name of an environment, whether new or renamed. */
export function EnvironmentInput({ field, entry }: EnvironmentInputProps) {
  const { name, value: environments, onChange, error, ref } = field;
  const { edited, text } = entry;
  const t = useTranslations('app.environment');
  const cancel = useTranslations('common')('cancel');

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // Enter adds the name; the form has its own save button.
      event.preventDefault();
      entry.enter(text);
    } else if (event.key === 'Escape') entry.cancelEditing();
  }

  return (
    <TextInput
      ref={(element) => {
        entry.input.current = element;
        ref(element);
      }}
      name={name}
      aria-label={t('input')}
      placeholder={t('input')}
      autoComplete="off"
      spellCheck={false}
      value={text}
      error={error}
      onChange={(event) => {
        entry.setText(event.currentTarget.value);
        if (error !== undefined) onChange(environments);
      }}
      onKeyDown={onKeyDown}
      inputContainer={(input) => (
        <div className={styles.entry}>
          {input}
          <Button variant="default" onClick={() => entry.enter(text)}>
            {edited === undefined ? t('add') : t('update')}
          </Button>
          {edited !== undefined && (
            <Button variant="default" onClick={entry.cancelEditing}>
              {cancel}
            </Button>
          )}
        </div>
      )}
    />
  );
}
