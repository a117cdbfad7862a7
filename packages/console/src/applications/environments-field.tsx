import { type RefObject, useRef, useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useMayEdit } from '../data/use-may-edit.ts';
import { Switch } from '../ui/controls/switch.ts';
import { buttonAfterMove, type Step } from '../ui/fields/move-item.ts';
import { useIsReadOnly } from '../ui/forms/read-only.ts';
import type { Field } from '../ui/forms/use-form.ts';
import { EnvironmentInput } from './environment-input.tsx';
import { type EnvironmentDraft, withBulkCounted } from './environment-list.ts';
import { EnvironmentRow } from './environment-row.tsx';
import { EnvironmentSuggestions } from './environment-suggestions.tsx';
import styles from './environments-field.module.css';
import { RemoveEnvironmentDialog } from './remove-environment-dialog.tsx';
import { useEnvironmentEntry } from './use-environment-entry.ts';

interface EnvironmentsFieldProps extends Field<readonly EnvironmentDraft[]> {
  /** The id of the saved application, whose environments have experiments and keys to lose. */
  readonly appId: string | undefined;
  /** The id of the saved environment to edit first: the input starts with its name. */
  readonly editedId: string | undefined;
  /** Kept as the name that is typed and not in the list yet; empty when there is none. */
  readonly typed: RefObject<string>;
}

/** The environments of an application: the user enters names one by one, and can rename, move and remove each. */
export function EnvironmentsField(props: EnvironmentsFieldProps) {
  const { value: environments, onChange, appId, editedId, typed } = props;
  const t = useTranslations('app');
  const entry = useEnvironmentEntry({ value: environments, onChange }, { editedId, typed });
  const { edited } = entry;
  const mayEdit = useMayEdit();
  const isReadOnly = useIsReadOnly();
  const list = useRef<HTMLUListElement>(null);
  /** The index of the saved environment whose removal the user is asked to confirm. */
  const [removed, setRemoved] = useState<number>();

  function move(index: number, by: Step) {
    entry.move(index, by);
    const button = buttonAfterMove(index + by, environments.length, by);
    // Waits until the rows are drawn in their new order.
    requestAnimationFrame(() => {
      list.current?.children[index + by]?.querySelector<HTMLElement>(button)?.focus();
    });
  }

  const leaving = removed === undefined ? undefined : environments[removed];
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{t('environments')}</legend>
      {!isReadOnly && (
        <>
          <p className={styles.hint}>{t('environment.hint')}</p>
          <EnvironmentInput field={props} entry={entry} />
          {edited === undefined && (
            <EnvironmentSuggestions taken={environments} onChoose={entry.enter} />
          )}
        </>
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
              mayEdit={mayEdit(environment.id)}
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
