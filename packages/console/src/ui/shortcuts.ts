import type { Messages } from '@comporta/messages/catalogue';
import { useEffect } from 'react';

/** Every shortcut by its keys, with what it does; the list of shortcuts has them in this order. */
const DOES = {
  'Ctrl k': 'palette',
  'Ctrl s': 'save',
  'Alt ArrowUp ArrowDown': 'move',
  F6: 'toasts',
  '/': 'filter',
  n: 'create',
  j: 'nextRow',
  k: 'previousRow',
  Enter: 'openRow',
  x: 'selectRow',
  f: 'favourite',
  c: 'copyName',
  '.': 'rowMenu',
  Home: 'firstRow',
  End: 'lastRow',
  t: 'test',
  h: 'history',
  v: 'environment',
  'g d': 'dashboard',
  'g t': 'toggles',
  'g e': 'experiments',
  'g g': 'targetGroups',
  'g p': 'properties',
  'g y': 'playground',
  'g a': 'audit',
  'g s': 'settings',
  '?': 'help',
} as const satisfies Readonly<Record<string, keyof Messages['shortcuts']>>;

export type Shortcut = keyof typeof DOES;

interface ListedShortcut {
  readonly keys: readonly string[];
  readonly does: (typeof DOES)[Shortcut];
  /** Pressed without Ctrl or Alt: these can be turned off. */
  readonly isSingle: boolean;
}

/** How many parts of the page answer each of them. */
const registered = new Map<Shortcut, number>();

/** Has a shortcut listed for as long as the component stands; undefined is none. */
export function useListed(shortcut: Shortcut | undefined): void {
  useEffect(() => {
    if (shortcut === undefined) return;
    count(shortcut, 1);
    return () => count(shortcut, -1);
  }, [shortcut]);
}

function count(shortcut: Shortcut, by: number): void {
  registered.set(shortcut, (registered.get(shortcut) ?? 0) + by);
}

/** What works on the screen as it stands. */
export function listedShortcuts(): readonly ListedShortcut[] {
  const all = Object.keys(DOES) as Shortcut[]; // Of the object's own keys.
  return all
    .filter((shortcut) => (registered.get(shortcut) ?? 0) > 0)
    .map((shortcut) => ({
      keys: shortcut.split(' '),
      does: DOES[shortcut],
      isSingle: !/^(Ctrl|Alt|F6)/.test(shortcut),
    }));
}
