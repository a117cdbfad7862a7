import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeIn, rememberPlace } from './list-places.ts';

/** How long a row is highlighted after it was saved. */
const HIGHLIGHT_MS = 2000;

/**
 * Returns the user to their place in a list: Back restores the scroll position and focuses the row that they
 * left from, and a save shows the saved row. Returns whether there is such a row.
 */
export function useListPlace(list: RefObject<HTMLElement | null>, rowCount: number): boolean {
  const { key, state } = useLocation();
  const isReturn = useNavigationType() === 'POP';
  const isDone = useRef(false);
  const hasRows = rowCount > 0;
  const savedId = savedIdIn(state);
  const place = isReturn ? placeIn(key) : undefined;

  useEffect(() => {
    const { current } = list;
    if (!hasRows || isDone.current || current === null) return;
    isDone.current = true;
    if (place !== undefined) {
      window.scrollTo({ top: place.scrollY, behavior: 'instant' });
      const link = rowIn(current, place.rowKey)?.querySelector('a');
      (link ?? document.querySelector('h1'))?.focus({ preventScroll: true });
    }
    const saved = rowIn(current, savedId);
    if (saved === undefined) return;
    saved.scrollIntoView({ block: 'nearest' });
    saved.dataset.saved = 'true';
    setTimeout(() => delete saved.dataset.saved, HIGHLIGHT_MS);
  }, [list, hasRows, place, savedId]);

  useEffect(() => {
    const { current } = list;
    if (!hasRows || current === null) return;
    const remember = (event: Event) => {
      const row = (event.target as Element).closest<HTMLElement>('tr[data-key]');
      const { scrollY } = window;
      rememberPlace(key, { scrollY, rowKey: row?.dataset.key });
    };
    // Runs before the router handles the click. Enter on a link is a click, too.
    current.addEventListener('click', remember, { capture: true });
    return () => current.removeEventListener('click', remember, { capture: true });
  }, [list, hasRows, key]);

  return place !== undefined || savedId !== undefined;
}

function rowIn(list: HTMLElement, key: string | undefined): HTMLElement | undefined {
  const rows = list.querySelectorAll<HTMLElement>('tr[data-key]');
  return [...rows].find((row) => row.dataset.key === key);
}

function savedIdIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('savedId' in state)) return undefined;
  return typeof state.savedId === 'string' ? state.savedId : undefined;
}
