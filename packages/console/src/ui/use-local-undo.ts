import { useEffect, useState } from 'react';
import { dismiss, type Toast, toast } from './toast-store.ts';

interface UndoneToast extends Required<Pick<Toast, 'text' | 'undo'>> {
  /** The part of what is edited that it gives back; absent when that is all of it. */
  readonly part?: string;
}

export interface LocalUndo {
  readonly offer: (offered: UndoneToast) => void;
  /** Takes back what is offered about a part, or everything. */
  readonly withdraw: (part?: string) => void;
}

/** Offers to take back what was edited and not saved, as long as the editor is there to do it. */
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
