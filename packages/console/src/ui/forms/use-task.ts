import { useRef, useState } from 'react';
import { isAnswered, isFiled } from '../../api/admission.ts';
import { useFailureText } from '../../api/failure-text.ts';
import { toast } from '../toast-store.ts';

interface TaskOptions {
  /** Returns the text for an error of the task; undefined for one that it does not know. */
  readonly textOf?: (error: unknown) => string | undefined;
  /** Called when the change was filed as a change request instead. */
  readonly onFiled?: () => void;
  /** Whether a failure is told beside the page, because nothing on it has room for the text. */
  readonly toasts?: boolean;
}

interface Task {
  readonly isBusy: boolean;
  /** Why it failed. */
  readonly problem: string | undefined;
  readonly setProblem: (problem: string | undefined) => void;
  /** Does the work, unless the former still runs. Never rejects. */
  readonly run: (work: () => Promise<unknown>) => Promise<void>;
}

/**
 * Work of a button or a dialog, once at a time, and the reason in words when it failed. Nothing is said of a refusal that
 * the user has answered in a dialog of its own.
 */
export function useTask({ textOf, onFiled, toasts = false }: TaskOptions = {}): Task {
  const failureText = useFailureText();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const busy = useRef(false);

  async function run(work: () => Promise<unknown>): Promise<void> {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
    } catch (error) {
      if (isFiled(error)) onFiled?.();
      else if (!isAnswered(error)) tell(textOf?.(error) ?? failureText(error));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  }

  function tell(text: string): void {
    if (toasts) toast({ text });
    else setProblem(text);
  }

  return { isBusy, problem, setProblem, run };
}
