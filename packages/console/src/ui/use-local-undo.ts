import { useEffect, useState } from 'react';
import { dismiss, type Toast, toast } from './toast-store.ts';

interface UndoneToast extends Required<Pick<Toast, 'text' | 'undo'>> {
  /** The part of the edited thing that the undo restores; undefined for all of it. */
  readonly part?: string;
}

export interface LocalUndo {
  readonly offer: (offered: UndoneToast) => void;
  /** Withdraws the undo offers about a part, or all of them. */
  readonly withdraw: (part?: string) => void;
}

/** Offers to undo unsaved edits while the editor is mounted. */
export function useLocalUndo(): LocalUndo {
  const [undo] = useState(createLocalUndo);
  useEffect(() => () => undo.withdraw(), [undo]);
  return undo;
}

export function createLocalUndo(): LocalUndo {
  const offers = new Map<number, string | undefined>();
  return {
    offer({ part, ...offered }) {
      offers.set(toast(offered), part);
    },
    withdraw(part) {
      for (const [number, ofPart] of offers) {
        if (part !== undefined && part !== ofPart) continue;
        offers.delete(number);
        dismiss(number);
      }
    },
  };
}
