import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Of the last screen shown; the browser itself announces the first. */
let lastPath: string | undefined;

/**
 * Gives the focus to a screen's heading when the user comes to it: nothing else tells that the page is
 * a new one. So does a new step of the same screen, when the form that had the focus gave way to it.
 */
export function useHeadingFocus(step?: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();

  useEffect(() => {
    const isFocusLost = step !== undefined && document.activeElement === document.body;
    if (lastPath !== undefined && (lastPath !== pathname || isFocusLost)) heading.current?.focus();
    lastPath = pathname;
  }, [pathname, step]);

  return heading;
}
