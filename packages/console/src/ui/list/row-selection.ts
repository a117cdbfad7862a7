import { useCallback, useMemo, useState } from 'react';

/** The largest number of rows that one action may change. */
export const MAX_SELECTED = 200;

/** The selected rows of a list, for actions on all of them. */
export interface RowSelection<Row> {
  readonly keys: ReadonlySet<string>;
  readonly toggle: (key: string) => void;
  /** Selects these rows and no others; an empty list clears the selection. */
  readonly set: (keys: readonly string[]) => void;
  /** The name of a row, which screen readers hear at its checkbox. */
  readonly nameOf: (row: Row) => string;
}

/** Holds a selection of rows. Rows that leave the list leave the selection. */
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
