import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { nextSort, readSort } from './list-order.ts';

/** How long somebody may type before the address follows. */
const TYPING_MS = 250;

/** What a list is filtered and sorted by; the address has it too (`?q=&sort=`), to be shared and come back to. */
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

  useEffect(() => {
    const timer = setTimeout(() => {
      if ((params.get('q') ?? '') === query) return;
      written.current = query;
      setParams(changed('q', query), REPLACE);
    }, TYPING_MS);
    // Whoever follows a link right after typing is on the way: to write this list's address would take it back.
    const stop = ({ target, ctrlKey, metaKey }: MouseEvent) => {
      const isLink = target instanceof Element && target.closest('a[href]') !== null;
      if (isLink && !ctrlKey && !metaKey) clearTimeout(timer);
    };
    document.addEventListener('click', stop, { capture: true });
    return () => {
      clearTimeout(timer);
      document.removeEventListener('click', stop, { capture: true });
    };
  }, [query, params, setParams]);

  const sortBy = useCallback(
    (columnId: string) => setParams(changed('sort', nextSort(sort, columnId)), REPLACE),
    [setParams, sort],
  );

  return { query, setQuery, sort, sortBy };
}

const REPLACE = { replace: true, preventScrollReset: true };

/** Of the address as it is: what was drawn of it last may be behind another change. */
function changed(name: string, value: string | undefined) {
  const next = new URLSearchParams(window.location.search);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
