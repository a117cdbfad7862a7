import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly text: string;
  /** What it is about, where that changes again and again: what was told of it before goes, and its Undo with it. */
  readonly about?: string;
  /** Where what the toast tells of is. */
  readonly link?: { readonly text: string; readonly to: string };
  /** Takes back what the toast tells of. */
  readonly undo?: () => void;
}

interface ShownToast extends Toast {
  readonly number: number;
}

let shown: readonly ShownToast[] = [];
let count = 0;
const listeners = new Set<() => void>();

/**
 * Tells of something that went well; for what went wrong there are alerts and dialogs. Answers the
 * number to dismiss it by.
 */
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
