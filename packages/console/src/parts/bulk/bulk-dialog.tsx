import type { BulkRow } from '@comporta/contract/bulk';
import { useState } from 'react';
import { useTranslations } from 'use-intl/react';
import { useFailureText } from '../../api/failure-text.ts';
import { useRestorable } from '../../base/use-restorable.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/controls/button.ts';
import { TextInput } from '../../ui/controls/text-input.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { useTask } from '../../ui/forms/use-task.ts';
import { toast } from '../../ui/toast-store.ts';
import { type BulkAction, planOf } from './bulk-action.ts';
import styles from './bulk-bar.module.css';
import { useRefusalText } from './use-refusal-text.ts';

interface BulkDialogProps<Row> {
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  readonly nameOf: (row: Row) => string;
  readonly action: BulkAction<Row>;
  /** Called with the rows that were refused, and the reasons. */
  readonly onSettled: (reasons: ReadonlyMap<string, string>) => void;
  readonly onClose: () => void;
}

/** More names than this are replaced by their number. */
const NAMED = 20;

/** Shows which rows an action would change and which not, with the reasons; then runs it and reports the result. */
export function BulkDialog<Row>(props: BulkDialogProps<Row>) {
  const { rows, rowKey, nameOf, action, onSettled, onClose } = props;
  const { title, whyNot, fields, isReady = true, mustType } = action;
  const t = useTranslations();
  const failureText = useFailureText();
  const refusalText = useRefusalText();
  const restorable = useRestorable('eachRestorable');
  const [typed, setTyped] = useState('');
  const { isBusy, problem, run } = useTask();
  const { changed, skipped } = planOf(rows, whyNot);
  const count = changed.length;
  const isConfirmed = !mustType || typed.trim() === String(count);
  const names = (some: readonly Row[]) => some.map(nameOf);

  const send = () =>
    run(async () => {
      tell(await action.send(changed));
      onClose();
    });

  function reasonsOf(results: readonly BulkRow[]): ReadonlyMap<string, string> {
    return new Map(
      results.flatMap(({ id, error_code: code }) => (code ? [[id, refusalText(code)]] : [])),
    );
  }

  function tell(results: readonly BulkRow[]) {
    const reasons = reasonsOf(results);
    const done = changed.filter((row) => !reasons.has(rowKey(row)));
    onSettled(reasons);
    toast({
      text:
        reasons.size === 0
          ? t('bulk.done', { count: done.length })
          : t('bulk.doneButNot', { count: done.length, left: reasons.size }),
      ...(action.undo && done.length > 0 && { undo: () => void takeBack(done) }),
    });
    // The bar disappears with the selection, and with it the button that was pressed.
    if (reasons.size === 0) requestAnimationFrame(() => document.querySelector('h1')?.focus());
  }

  async function takeBack(done: readonly Row[]) {
    const notUndone = (count: number, reason: string) =>
      toast({ text: t('bulk.notUndone', { count, reason }) });
    try {
      const reasons = reasonsOf((await action.undo?.(done)) ?? []);
      if (reasons.size > 0) notUndone(reasons.size, [...new Set(reasons.values())].join(', '));
    } catch (error) {
      notUndone(done.length, failureText(error));
    }
  }

  return (
    <Dialog
      title={title}
      onClose={() => !isBusy && onClose()}
      onSubmit={() => void send()}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={isBusy} data-autofocus={!mustType}>
            {t('common.cancel')}
          </Button>
          <Button
            type="submit"
            {...(action.name === 'DELETE' && { color: 'danger' })}
            loading={isBusy}
            disabled={count === 0 || !isReady || !isConfirmed}
          >
            {t(`bulk.verb.${action.name}`)}
          </Button>
        </>
      }
    >
      {fields !== undefined && <div className={styles.fields}>{fields}</div>}
      <p>{count === 0 ? t('bulk.none') : t('bulk.changes', { count })}</p>
      {count > 0 && (
        <ul className={styles.names}>
          {changed.slice(0, NAMED).map((row) => (
            <li key={rowKey(row)}>{nameOf(row)}</li>
          ))}
          {count > NAMED && <li>{t('bulk.more', { count: count - NAMED })}</li>}
        </ul>
      )}
      {[...skipped].map(([reason, left]) => (
        <p key={reason} className={styles.skipped} title={names(left).join(', ')}>
          {t('bulk.skips', { count: left.length, reason })}
        </p>
      ))}
      {action.name === 'DELETE' && count > 0 && (
        <p>{restorable ?? t('dialog.confirm.irreversible')}</p>
      )}
      {mustType && count > 0 && (
        <TextInput
          data-autofocus
          label={t('bulk.typeCount', { count })}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          autoComplete="off"
          inputMode="numeric"
        />
      )}
      {problem !== undefined && <Alert>{problem}</Alert>}
    </Dialog>
  );
}
