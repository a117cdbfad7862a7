import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly text: string;
  /** The subject, when it may change repeatedly: a new toast replaces the former one about it, with its undo. */
  readonly about?: string;
  /** A link to the subject of the toast. */
  readonly link?: { readonly text: string; readonly to: string };
  /** Undoes the reported action. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly number: number;
}

let shown: readonly ShownToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Reports a success; alerts and dialogs show failures, unless the user has left their screen. Returns the number to dismiss the toast by. */
export function toast(next: Toast): number {
  count += 1;
  const others = shown.filter(({ about }) => about === undefined || about !== next.about);
  change([...others, { ...next, number: count }]);
  return count;
}

export function dismiss(number: number): void {
  change(shown.filter((one) => one.number !== number));
}

export function dismissAll(): void {
  change([]);
}

export function shownToasts(): readonly ShownToast[] {
  return shown;
}

export function useToasts(): readonly ShownToast[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, shownToasts);
}

function change(next: readonly ShownToast[]): void {
  shown = next;
  for (const listener of listeners) listener();
}
