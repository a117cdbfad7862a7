import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly text: string;
  /** Takes back what the toast tells of. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly number: number;
}

let shown: readonly ShownToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Tells of something that went well; for what went wrong there are alerts and dialogs. */
export function toast(next: Toast): void {
  count += 1;
  change([...shown, { ...next, number: count }]);
}

export function dismiss(number: number): void {
  change(shown.filter((one) => one.number !== number));
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => shown,
  );
}

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
