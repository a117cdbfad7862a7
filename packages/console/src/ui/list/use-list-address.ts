import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { nextSort, readSort } from './list-order.ts';

/** The pause in typing after which the address is updated. */
const TYPING_MS = 250;

/**
 * The search and the sort of a list. The address holds them, too (`?q=&sort=`), so that the user can share
 * them and return to them. When the focus leaves the search, it is written at once: a later write would undo
 * a navigation in between.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(params.get('q') ?? '');
  const sortText = params.get('sort');
  const sort = useMemo(() => readSort(sortText), [sortText]);

  // A link may lead to another query of the same list.
  const inAddress = params.get('q') ?? '';
  const written = useRef(inAddress);
  useEffect(() => {
    if (inAddress === written.current) return;
    written.current = inAddress;
    setQuery(inAddress);
  }, [inAddress]);

  function write() {
    if (written.current === query) return;
    written.current = query;
    setParams(changed('q', query), REPLACE);
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: everything else it writes is read from the current address.
  useEffect(() => {
    const timer = setTimeout(write, TYPING_MS);
    return () => clearTimeout(timer);
  }, [query]);

  const sortBy = useCallback(
    (columnId: string) => setParams(changed('sort', nextSort(sort, columnId)), REPLACE),
    [setParams, sort],
  );

  return { query, setQuery, write, sort, sortBy };
}

const REPLACE = { replace: true, preventScrollReset: true };

/** Starts from the current address, because the last render may lack another change. */
function changed(name: string, value: string | undefined) {
  const next = new URLSearchParams(window.location.search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
