import { type RefObject, useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { placeIn } from '../ui/list/list-places.ts';

/** Of the last screen shown; the browser itself announces the first. */
let lastPath: string | undefined;

/**
 * Gives the focus to a screen's heading when the user comes to it: nothing else tells that the page is
 * a new one. So does a new step of the same screen, when the form that had the focus gave way to it.
 */
export function useHeadingFocus(step?: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname, key } = useLocation();
  // Whoever goes back to a list gets the row that was left; the list has it.
  const isReturn = useNavigationType() === 'POP' && placeIn(key) !== undefined;

  useEffect(() => {
    const isFocusLost = step !== undefined && document.activeElement === document.body;
    const isNew = lastPath !== undefined && (lastPath !== pathname || isFocusLost);
    if (isNew && !isReturn) heading.current?.focus();
    lastPath = pathname;
  }, [pathname, step, isReturn]);

  return heading;
}
