import { Button, Switch, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { buttonAfterMove, type Step } from '../ui/fields/move-item.ts';
import type { Field } from '../ui/forms/use-form.ts';
import { type EnvironmentDraft, withBulkCounted } from './environment-list.ts';
import { EnvironmentRow } from './environment-row.tsx';
import { EnvironmentSuggestions } from './environment-suggestions.tsx';
import styles from './environments-field.module.css';
import { RemoveEnvironmentDialog } from './remove-environment-dialog.tsx';
import { useEnvironmentEntry } from './use-environment-entry.ts';

interface EnvironmentsFieldProps extends Field<readonly EnvironmentDraft[]> {
  /** Of the saved application, whose environments have experiments and keys to lose. */
  readonly appId: string | undefined;
  /** The saved environment to start with: its name is in the input. */
  readonly editedId: string | undefined;
}

/** The environments of an application: names are entered one by one, each can be renamed, moved and removed. */
export function EnvironmentsField(props: EnvironmentsFieldProps) {
  const { name, value: environments, onChange, error, ref, appId, editedId } = props;
  const t = useTranslations('app');
  const cancel = useTranslations('common')('cancel');
  const entry = useEnvironmentEntry({ value: environments, onChange }, editedId);
  const { edited, text } = entry;
  const list = useRef<HTMLUListElement>(null);
  /** The saved environment that is to go, and is asked about first. */
  const [removed, setRemoved] = useState<number>();

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter') {
      // It adds the name; the form is saved by its own button.
      event.preventDefault();
      entry.enter(text);
    } else if (event.key === 'Escape') entry.cancelEditing();
  }

  function move(index: number, by: Step) {
    entry.move(index, by);
    const button = buttonAfterMove(index + by, environments.length, by);
    // After the rows are drawn in their new order.
    requestAnimationFrame(() => {
      list.current?.children[index + by]?.querySelector<HTMLElement>(button)?.focus();
    });
  }

  const leaving = removed === undefined ? undefined : environments[removed];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('environments')}</legend>
      <p className={styles.hint}>{t('environment.hint')}</p>
      <TextInput
        ref={(element) => {
          entry.input.current = element;
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
          entry.setText(event.currentTarget.value);
          if (error !== undefined) onChange(environments);
        }}
        onKeyDown={onKeyDown}
        inputContainer={(field) => (
          <div className={styles.entry}>
            {field}
            <Button variant="default" onClick={() => entry.enter(text)}>
              {edited === undefined ? t('environment.add') : t('environment.update')}
            </Button>
            {edited !== undefined && (
              <Button variant="default" onClick={entry.cancelEditing}>
                {cancel}
              </Button>
            )}
          </div>
        )}
      />
      {edited === undefined && (
        <EnvironmentSuggestions taken={environments} onChoose={entry.enter} />
      )}
      {edited !== undefined && (
        <div className={styles.settings}>
          <Switch
            label={t('countBulk')}
            description={t('countBulkHint')}
            checked={environments[edited]?.countBulkAsExposure ?? false}
            onChange={(event) =>
              onChange(withBulkCounted(environments, edited, event.currentTarget.checked))
            }
          />
        </div>
      )}
      {environments.length > 0 && (
        <ul ref={list} aria-label={t('environments')} className={styles.list}>
          {environments.map((environment, index) => (
            <EnvironmentRow
              key={environment.id || environment.name}
              name={environment.name}
              isFirst={index === 0}
              isLast={index === environments.length - 1}
              isEdited={index === edited}
              flash={entry.flash.name === environment.name ? entry.flash.count : 0}
              onMove={(by) => move(index, by)}
              onEdit={() => entry.startEditing(index)}
              onRemove={() => (environment.id === '' ? entry.remove(index) : setRemoved(index))}
            />
          ))}
        </ul>
      )}
      <span role="status" className="visually-hidden">
        {entry.status}
      </span>
      {appId !== undefined && leaving !== undefined && removed !== undefined && (
        <RemoveEnvironmentDialog
          place={{ appId, envId: leaving.id }}
          name={leaving.name}
          onConfirm={() => {
            entry.remove(removed);
            setRemoved(undefined);
          }}
          onCancel={() => setRemoved(undefined)}
        />
      )}
    </fieldset>
  );
}
