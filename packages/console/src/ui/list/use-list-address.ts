import { useCallback, useEffect, useMemo, useState } from 'react';
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

  useEffect(() => {
    const timer = setTimeout(() => {
      if ((params.get('q') ?? '') !== query) setParams(changed(params, 'q', query), REPLACE);
    }, TYPING_MS);
    return () => clearTimeout(timer);
  }, [query, params, setParams]);

  const sortBy = useCallback(
    (columnId: string) => setParams(changed(params, 'sort', nextSort(sort, columnId)), REPLACE),
    [params, setParams, sort],
  );

  return { query, setQuery, sort, sortBy };
}

const REPLACE = { replace: true, preventScrollReset: true };

function changed(params: URLSearchParams, name: string, value: string | undefined) {
  const next = new URLSearchParams(params);
  if (value) next.set(name, value);
  else next.delete(name);
  return next;
}
