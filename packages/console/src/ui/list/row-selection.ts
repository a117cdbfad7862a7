import { useCallback, useMemo, useState } from 'react';

/** So many rows at most are changed at once. */
export const MAX_SELECTED = 200;

/** Which rows of a list are chosen, to do something with all of them. */
export interface RowSelection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  /** Chooses these and no others; none of them empties it. */
  readonly set: (keys: readonly string[]) => void;
  /** What a row is called, for whoever hears its checkbox. */
  readonly nameOf: (row: Row) => string;
}

/** Rows that are no longer in the list are no longer chosen. */
export function useRowSelection<Row>(
  rows: readonly Row[] | undefined,
  keyOf: (row: Row) => string,
  nameOf: (row: Row) => string,
): RowSelection<Row> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const keys = useMemo(() => {
    const known = new Set(rows?.map(keyOf));
    return new Set([...chosen].filter((key) => known.has(key)));
  }, [rows, keyOf, chosen]);
  const toggle = useCallback((key: string) => setChosen((current) => toggled(current, key)), []);
  const set = useCallback(
    (next: readonly string[]) => setChosen(new Set(next.slice(0, MAX_SELECTED))),
    [],
  );
  return useMemo(() => ({ keys, toggle, set, nameOf }), [keys, toggle, set, nameOf]);
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(keys);
  if (next.delete(key) || next.size >= MAX_SELECTED) return next;
  return next.add(key);
}
