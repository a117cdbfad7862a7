import { dismiss, toast } from '../../ui/toast-store.ts';

/** The way back from a version that fills forms: one toast, however many they are. */
export interface RestoreOffer {
  /** Takes a form's own way back with the others; returns how to leave: without any, nothing is offered. */
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
