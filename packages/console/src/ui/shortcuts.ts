import type { Messages } from '@comporta/messages/catalogue';
import { useEffect } from 'react';

/** Every shortcut by its keys, with its action; the help lists them in this order. */
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
  'g r': 'changeRequests',
  'g a': 'audit',
  'g s': 'settings',
  '?': 'help',
} as const satisfies Readonly<Record<string, keyof Messages['shortcuts']>>;

export type Shortcut = keyof typeof DOES;

interface ListedShortcut {
  readonly keys: readonly string[];
  readonly does: (typeof DOES)[Shortcut];
  /** Whether it works without Ctrl or Alt: these shortcuts can be turned off. */
  readonly isSingle: boolean;
}

/** How many components handle each shortcut. */
const registered = new Map<Shortcut, number>();

/** Lists a shortcut in the help while the component is mounted; undefined lists none. */
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

/** The shortcuts that work on the current screen. */
export function listedShortcuts(): readonly ListedShortcut[] {
  const all = Object.keys(DOES) as Shortcut[]; // Its keys are shortcuts.
  return all
    .filter((shortcut) => (registered.get(shortcut) ?? 0) > 0)
    .map((shortcut) => ({
      keys: shortcut.split(' '),
      does: DOES[shortcut],
      isSingle: !/^(Ctrl|Alt|F6)/.test(shortcut),
    }));
}
