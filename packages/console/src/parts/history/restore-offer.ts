import { dismiss, toast } from '../../ui/toast-store.ts';

/** The undo for a version that fills several forms: one toast for all of them. */
export interface RestoreOffer {
  /** Adds the undo of one form; returns the function that removes it. Without any undo, the toast disappears. */
  readonly join: (text: string, undo: () => void) => () => void;
}

export function createRestoreOffer(): RestoreOffer {
  const undos = new Set<() => void>();
  let shown: number | undefined;

  function undoAll() {
    for (const undo of undos) undo();
  }

  return {
    join(text, undo) {
      undos.add(undo);
      shown ??= toast({ text, undo: undoAll });
      return () => {
        if (!undos.delete(undo) || undos.size > 0 || shown === undefined) return;
        dismiss(shown);
        shown = undefined;
      };
    },
  };
}
