import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeIn, rememberPlace } from './list-places.ts';

export interface ListReturn {
  readonly isReturn: boolean;
  readonly rowKey: string | undefined;
}

/** How long a row is highlighted after it was saved. */
const HIGHLIGHT_MS = 2000;

/**
 * Returns the user to their place in a list: Back restores the scroll position and focuses the row that they
 * left from, and a save shows the saved row. Returns whether they return, and to which row.
 */
export function useListPlace(list: RefObject<HTMLElement | null>, rowCount: number): ListReturn {
  const { key, state } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const isDone = useRef(false);
  const hasRows = rowCount > 0;
  const savedId = savedIdIn(state);
  const place = isBack ? placeIn(key) : undefined;

  useEffect(() => {
    const { current } = list;
    if (!hasRows || isDone.current || current === null) return;
    isDone.current = true;
    if (place !== undefined) {
      window.scrollTo({ top: place.scrollY, behavior: 'instant' });
      const row = rowIn(current, place.rowKey);
      (row?.querySelector('a') ?? document.querySelector('h1'))?.focus({ preventScroll: true });
      // A long list does not know the heights of the rows above it yet.
      if (row !== undefined && isOutOfSight(row)) row.scrollIntoView({ block: 'center' });
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

  const isReturn = place !== undefined || savedId !== undefined;
  return { isReturn, rowKey: savedId ?? place?.rowKey };
}

function isOutOfSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  return bottom < 0 || top > window.innerHeight;
}

function rowIn(list: HTMLElement, key: string | undefined): HTMLElement | undefined {
  const rows = list.querySelectorAll<HTMLElement>('tr[data-key]');
  return [...rows].find((row) => row.dataset.key === key);
}

function savedIdIn(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('savedId' in state)) return undefined;
  return typeof state.savedId === 'string' ? state.savedId : undefined;
}
