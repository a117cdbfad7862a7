import { type ComponentType, useSyncExternalStore } from 'react';
import type { ChangeSaid, RefusedWrite } from '../../api/admission.ts';
import { ApiError } from '../../api/api-error.ts';
import type { AdmissionDialogProps } from './admission-props.ts';

interface Asked {
  readonly Dialog: ComponentType<AdmissionDialogProps>;
  readonly props: AdmissionDialogProps;
}

/** One dialog at a time: others wait. */
let queue: readonly Asked[] = [];
const listeners = new Set<() => void>();

/**
 * Asks the user what to do about a refused write: resolves to what to send it with again. Rejects with its error when it
 * was given up or filed as a change request, or when the dialog cannot be loaded.
 */
export async function askAdmission(refused: RefusedWrite): Promise<ChangeSaid> {
  const Dialog = await loadDialog();
  if (Dialog === undefined) throw refused.error;
  return new Promise((resolve, reject) => {
    const leave = () => change(queue.filter((one) => one !== asked));
    const asked: Asked = {
      Dialog,
      props: {
        refused,
        onSay: (said) => {
          leave();
          resolve(said);
        },
        onGiveUp: (answer) => {
          leave();
          reject(new ApiError({ ...partsOf(refused.error), answer }));
        },
      },
    };
    change([...queue, asked]);
  });
}

/** What is asked now. */
export function useAskedAdmission(): Asked | undefined {
  return useSyncExternalStore(watch, () => queue[0]);
}

/** Gives up all that is asked: the person has left. */
export function giveUpAdmissions(): void {
  for (const { props } of queue) props.onGiveUp('CANCELLED');
}

async function loadDialog(): Promise<Asked['Dialog'] | undefined> {
  try {
    return (await import('./admission-dialog.tsx')).AdmissionDialog;
  } catch {
    return undefined;
  }
}

function partsOf({ status, code, meta, retryAfterSeconds }: ApiError) {
  return { status, code, meta, retryAfterSeconds };
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: readonly Asked[]): void {
  queue = next;
  for (const listener of listeners) listener();
}
