import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import type { Field } from '../ui/forms/use-form.ts';
import {
  addEnvironment,
  type EnvironmentDraft,
  renameEnvironment,
  withoutEnvironment,
} from './environment-list.ts';
import { EnvironmentRow } from './environment-row.tsx';
import { EnvironmentSuggestions } from './environment-suggestions.tsx';
import styles from './environments-field.module.css';
import { RemoveEnvironmentDialog } from './remove-environment-dialog.tsx';

interface EnvironmentsFieldProps extends Field<EnvironmentDraft[]> {
  /** Of the saved application, whose environments have experiments and keys to lose. */
  readonly appId: string | undefined;
  /** The saved environment to start with: its name is in the input. */
  readonly editedId: string | undefined;
}

/** The environments of an application: names are entered one by one, each can be renamed and removed. */
export function EnvironmentsField(props: EnvironmentsFieldProps) {
  const { name, value: environments, onChange, error, ref, appId, editedId } = props;
  const t = useTranslations('app');
  const cancel = useTranslations('common')('cancel');
  const input = useRef<HTMLInputElement>(null);
  const [edited, setEdited] = useState(() => indexOf(environments, editedId));
  const [text, setText] = useState(environments[edited ?? -1]?.name ?? '');
  const [removed, setRemoved] = useState<number>();
  const [flash, setFlash] = useState({ name: '', count: 0 });
  const [status, setStatus] = useState('');

  function enter(typed: string) {
    const entered =
      edited === undefined
        ? addEnvironment(environments, typed)
        : renameEnvironment(environments, edited, typed);
    if (entered.outcome === 'BLANK') return;
    if (entered.outcome === 'ALREADY_THERE') {
      setFlash({ name: entered.name, count: flash.count + 1 });
      setStatus(t('environment.already', { name: entered.name }));
    } else {
      onChange(entered.environments);
      setStatus(t('environment.added', { name: typed.trim() }));
      stopEditing();
    }
    input.current?.focus();
  }

  function startEditing(index: number) {
    setEdited(index);
    setText(environments[index]?.name ?? '');
    input.current?.focus();
  }

  function stopEditing() {
    setEdited(undefined);
    setText('');
  }

  function remove(index: number) {
    setStatus(t('environment.removed', { name: environments[index]?.name ?? '' }));
    onChange(withoutEnvironment(environments, index));
    setRemoved(undefined);
    stopEditing();
    input.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // It adds the name; the form is saved by its own button.
      event.preventDefault();
      enter(text);
    } else if (event.key === 'Escape') stopEditing();
  }

  const leaving = removed === undefined ? undefined : environments[removed];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('environments')}</legend>
      <p className={styles.hint}>{t('environment.hint')}</p>
      <TextInput
        ref={(element) => {
          input.current = element;
          ref(element);
        }}
        name={name}
        aria-label={t('environment.input')}
        placeholder={t('environment.input')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          if (error !== undefined) onChange(environments);
        }}
        onKeyDown={onKeyDown}
        inputContainer={(field) => (
          <div className={styles.entry}>
            {field}
            <Button variant="default" onClick={() => enter(text)}>
              {edited === undefined ? t('environment.add') : t('environment.update')}
            </Button>
            {edited !== undefined && (
              <Button variant="subtle" color="gray" onClick={stopEditing}>
                {cancel}
              </Button>
            )}
          </div>
        )}
      />
      {edited === undefined && <EnvironmentSuggestions taken={environments} onChoose={enter} />}
      {environments.length > 0 && (
        <ul aria-label={t('environments')} className={styles.list}>
          {environments.map((environment, index) => (
            <EnvironmentRow
              key={environment.id || environment.name}
              name={environment.name}
              isEdited={index === edited}
              flash={flash.name === environment.name ? flash.count : 0}
              onEdit={() => startEditing(index)}
              onRemove={() => (environment.id === '' ? remove(index) : setRemoved(index))}
            />
          ))}
        </ul>
      )}
      <span role="status" className="visually-hidden">
        {status}
      </span>
      {appId !== undefined && leaving !== undefined && removed !== undefined && (
        <RemoveEnvironmentDialog
          place={{ appId, envId: leaving.id }}
          name={leaving.name}
          onConfirm={() => remove(removed)}
          onCancel={() => setRemoved(undefined)}
        />
      )}
    </fieldset>
  );
}

function indexOf(environments: readonly EnvironmentDraft[], id: string | undefined) {
  const index = environments.findIndex((environment) => environment.id === id);
  return index === -1 ? undefined : index;
}
