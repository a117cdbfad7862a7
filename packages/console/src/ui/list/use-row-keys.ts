import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useListed } from '../shortcuts.ts';
import { useShortcut } from '../use-shortcut.ts';

/** The keys that press a button in the row with the focus; the button has its key in `data-row-key`. */
export type RowKey = 'f' | 'c' | '.';

interface RowKeysOptions {
  readonly list: RefObject<HTMLElement | null>;
  /** The keys that the rows have buttons for. */
  readonly keys: readonly RowKey[];
  /** Undefined when rows cannot be selected. */
  readonly onSelect: ((rowKey: string) => void) | undefined;
}

/** The keyboard navigation of a list: from row to row by their links, which Enter opens. */
export function useRowKeys({ list, keys, onSelect }: RowKeysOptions): void {
  useShortcut('j', () => focusRow(list.current, 1));
  useShortcut('k', () => focusRow(list.current, -1));
  useListed('Enter');
  useShortcut(onSelect && 'x', () => {
    const key = focusedRow()?.dataset.key;
    if (key !== undefined) onSelect?.(key);
  });
  const keyIf = (key: RowKey) => (keys.includes(key) ? key : undefined);
  useShortcut(keyIf('f'), () => press('f'));
  useShortcut(keyIf('c'), () => press('c'));
  useShortcut(keyIf('.'), () => press('.'));
}

/**
 * The keys that lead from the search to the results: Enter and arrow down. While typing, the rows render with
 * a delay; a key that is pressed earlier waits for them.
 */
export function useWayToRows(list: RefObject<HTMLElement | null>, isSettled: boolean) {
  const isAsked = useRef(false);
  useEffect(() => {
    if (!isAsked.current || !isSettled) return;
    isAsked.current = false;
    focusRow(list.current, 1);
  }, [list, isSettled]);
  return ({ key, nativeEvent }: KeyboardEvent) => {
    if ((key !== 'Enter' && key !== 'ArrowDown') || nativeEvent.isComposing) return;
    if (isSettled) focusRow(list.current, 1);
    else isAsked.current = true;
  };
}

function press(key: RowKey): void {
  focusedRow()?.querySelector<HTMLElement>(`[data-row-key="${key}"]`)?.click();
}

function focusedRow(): HTMLElement | null | undefined {
  return document.activeElement?.closest<HTMLElement>('tr[data-key]');
}

/** Moves from outside of the list to its first row; stops at the ends. */
function focusRow(list: HTMLElement | null, step: 1 | -1): void {
  const rows = [...(list?.querySelectorAll<HTMLElement>('tr[data-key]') ?? [])];
  const current = focusedRow();
  const next = current ? rows[rows.indexOf(current) + step] : rows[0];
  next?.querySelector('a')?.focus();
}
