import { type ReactNode, useSyncExternalStore } from 'react';

/** What the user is asked in a dialog, whatever screen is open. */
interface Question {
  readonly dialog: ReactNode;
  readonly giveUp: () => void;
}

/** One dialog at a time: others wait. */
let queue: readonly Question[] = [];
const listeners = new Set<() => void>();

interface Answering<Answer> {
  readonly answer: (answer: Answer) => void;
  readonly giveUp: (error: unknown) => void;
}

/**
 * Asks the user in a dialog. Rejects with what the dialog gives up with; with `leaving` when the person has left.
 */
export function ask<Answer>(
  render: (answering: Answering<Answer>) => ReactNode,
  leaving: unknown,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const leave = () => change(queue.filter((one) => one !== question));
    const giveUp = (error: unknown) => {
      leave();
      reject(error);
    };
    const answer = (given: Answer) => {
      leave();
      resolve(given);
    };
    const question: Question = {
      dialog: render({ answer, giveUp }),
      giveUp: () => giveUp(leaving),
    };
    change([...queue, question]);
  });
}

/** What is asked now. */
export function useQuestion(): Question | undefined {
  return useSyncExternalStore(watch, () => queue[0]);
}

/** Gives up all that is asked: the person has left. */
export function giveUpQuestions(): void {
  for (const { giveUp } of queue) giveUp();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Question[]): void {
  queue = next;
  for (const listener of listeners) listener();
}
