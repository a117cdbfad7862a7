import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeIn } from '../ui/list/list-places.ts';

/** The path of the last screen; the browser itself announces the first one. */
let lastPath: string | undefined;

/**
 * Focuses the heading of a screen when the user navigates to it: otherwise a screen reader does not announce
 * the new page. The same holds for a new step of a screen whose focused form was removed.
 */
export function useHeadingFocus(step?: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, key } = useLocation();
  // On a return to a list, the list focuses the row that the user left from.
  const isReturn = useNavigationType() === 'POP' && placeIn(key) !== undefined;

  useEffect(() => {
    const isFocusLost = step !== undefined && document.activeElement === document.body;
    const isNew = lastPath !== undefined && (lastPath !== pathname || isFocusLost);
    if (isNew && !isReturn) heading.current?.focus();
    lastPath = pathname;
  }, [pathname, step, isReturn]);

  return heading;
}
