import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Of the last screen shown; the browser itself announces the first. */
let lastPath: string | undefined;

/** Gives the focus to a screen's heading when the user comes to it: nothing else tells that the page is a new one. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    if (lastPath !== undefined && lastPath !== pathname) heading.current?.focus();
    lastPath = pathname;
  }, [pathname]);
  return heading;
}
