import { type ReactNode, useRef, useState } from 'react';
import { isAnswered } from '../../api/admission.ts';
import { ConfirmDialog, type Question } from './confirm-dialog.tsx';
import { InfoDialog, type Outcome } from './info-dialog.tsx';

interface DeletionOptions<Row> {
  readonly question: (row: Row) => Question;
  readonly remove: (row: Row) => Promise<unknown>;
  /** Returns the text for an error of `remove`. */
  readonly refusal: (error: unknown, row: Row) => Omit<Outcome, 'kind'>;
  readonly success: string;
  /** Called after the user closed the result, good or bad, to reload lists. */
  readonly onClosed: (kind: Outcome['kind']) => void;
}

/** The steps of every deletion: a confirmation, the call, then a dialog with the result. */
export function useDeletion<Row>(options: DeletionOptions<Row>): {
  readonly ask: (row: Row) => void;
  readonly dialogs: ReactNode;
} {
  const [row, setRow] = useState<Row>();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const busy = useRef(false);

  async function remove(chosen: Row): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    try {
      await options.remove(chosen);
      setOutcome({ kind: 'success', text: options.success });
    } catch (error) {
      if (!isAnswered(error)) setOutcome({ kind: 'error', ...options.refusal(error, chosen) });
    } finally {
      busy.current = false;
      setBusy(false);
      setRow(undefined);
    }
  }

  function close(kind: Outcome['kind']) {
    setOutcome(undefined);
    options.onClosed(kind);
    // The pressed button disappears with its row.
    if (kind === 'success') requestAnimationFrame(() => document.querySelector('h1')?.focus());
  }

  return {
    ask: setRow,
    dialogs: (
      <>
        {row !== undefined && (
          <ConfirmDialog
            {...options.question(row)}
            isBusy={isBusy}
            onConfirm={() => void remove(row)}
            onCancel={() => setRow(undefined)}
          />
        )}
        {outcome !== undefined && <InfoDialog {...outcome} onClose={() => close(outcome.kind)} />}
      </>
    ),
  };
}
