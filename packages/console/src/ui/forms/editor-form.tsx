import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl/react';
import { Notice } from '../alert.tsx';
import joined from '../controls/joined.module.css';
import { useCommandKey } from '../use-command-key.ts';
import styles from './editor-form.module.css';
import { Form, type FormProps } from './form.tsx';
import { type Comparison, FormConflict } from './form-conflict.tsx';
import type { Conflict } from './form-machine.ts';
import { useIsReadOnly } from './read-only.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';

interface EditorFormProps<Draft> {
  readonly form: FormProps['form'] & {
    readonly saved: Draft;
    readonly draft: Draft;
    readonly isBusy: boolean;
    readonly isChanged: boolean;
    readonly isRestored: boolean;
    readonly forget: () => void;
    readonly hasUnsaved: () => boolean;
    readonly reset: () => void;
    readonly saveAndAddAnother: (() => Promise<void>) | undefined;
    readonly conflict: Conflict | undefined;
    readonly overwrite: (theirs: Draft | undefined) => Promise<void>;
    readonly dismissConflict: () => void;
  };
  /** Loads what somebody else saved, and drops the edits made here. */
  readonly onReload?: (() => void) | undefined;
  /** Absent when nobody else can save the same thing. */
  readonly comparison?: Comparison<Draft> | undefined;
  readonly saveLabel?: string;
  /** A plain save, for a form whose main button does more. The save shortcut and Enter do this. */
  readonly onlySave?: { readonly label: string; readonly save: () => Promise<void> };
  /** A narrow button beside that of the save, which saves in another way. */
  readonly otherWay?: ReactNode;
  /** Ends the editing; absent for a form that can only be reset. */
  readonly onCancel?: () => void;
  /** Above and below the fields; whoever may only read can use them, too. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** A form with its save bar: asks before unsaved changes are lost, and when somebody else saved in between. */
export function EditorForm<Draft>(props: EditorFormProps<Draft>) {
  const { form, onReload, comparison, saveLabel, onlySave, otherWay, onCancel } = props;
  const { before, after, children } = props;
  const t = useTranslations('common');
  const save = onlySave?.save ?? form.submit;
  const isReadOnly = useIsReadOnly();
  useCommandKey('s', () => void (isReadOnly || save()));
  if (isReadOnly) {
    return (
      <div className={styles.readOnly}>
        {before}
        <fieldset disabled className={`${styles.readOnly} ${styles.fields}`}>
          {children}
        </fieldset>
        {after}
      </div>
    );
  }

  return (
    <Form form={{ ...form, submit: save }}>
      {form.isRestored && form.isChanged && <Notice tone="warning">{t('restored')}</Notice>}
      {before}
      {children}
      {after}
      <div className={styles.bar} data-stays data-changed={form.isChanged || undefined}>
        {onlySave === undefined ? (
          <span className={joined.joined}>
            <Button type="submit" loading={form.isBusy}>
              {saveLabel ?? t('save')}
            </Button>
            {otherWay}
          </span>
        ) : (
          <>
            <Button loading={form.isBusy} onClick={() => void form.submit()}>
              {saveLabel ?? t('save')}
            </Button>
            <Button type="submit" variant="default" disabled={form.isBusy}>
              {onlySave.label}
            </Button>
          </>
        )}
        {form.saveAndAddAnother !== undefined && (
          <Button
            variant="default"
            disabled={form.isBusy}
            onClick={() => void form.saveAndAddAnother?.()}
          >
            {t('saveAndAddAnother')}
          </Button>
        )}
        <span role="status" className={styles.status}>
          {form.isChanged && t('unsaved')}
        </span>
        {/* Apart from the other buttons, because either of these drops all edits. */}
        {onCancel === undefined ? (
          <Button
            className={styles.reset}
            variant="default"
            disabled={!form.isChanged || form.isBusy}
            onClick={form.reset}
          >
            {t('reset')}
          </Button>
        ) : (
          <Button
            className={styles.reset}
            variant="default"
            onClick={() => {
              form.forget();
              onCancel();
            }}
          >
            {t('cancel')}
          </Button>
        )}
      </div>
      <UnsavedGuard hasUnsaved={form.hasUnsaved} isSaving={form.isBusy} onLeave={form.forget} />
      {form.conflict !== undefined && comparison !== undefined && (
        <FormConflict
          conflict={form.conflict}
          comparison={comparison}
          saved={form.saved}
          draft={form.draft}
          onOverwrite={(theirs) => void form.overwrite(theirs)}
          onReload={() => {
            form.forget();
            if (onReload === undefined) form.dismissConflict();
            else onReload();
          }}
          onClose={form.dismissConflict}
        />
      )}
    </Form>
  );
}
