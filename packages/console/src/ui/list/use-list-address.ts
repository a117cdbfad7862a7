import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { nextSort, readSort } from './list-order.ts';

/** How long somebody may type before the address follows. */
const TYPING_MS = 250;

/**
 * What a list is filtered and sorted by; the address has it too (`?q=&sort=`), to be shared and come back to. Whoever
 * leaves the search writes it at once: later it would take back where they went meanwhile.
 */
export function useListAddress() {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useState(params.get('q') ?? '');
  const sortText = params.get('sort');
  const sort = useMemo(() => readSort(sortText), [sortText]);

  // A link to another query of the same list.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest of what it writes is the address as it is then.
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

/** Of the address as it is: what was drawn of it last may be behind another change. */
function changed(name: string, value: string | undefined) {
  const next = new URLSearchParams(window.location.search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
