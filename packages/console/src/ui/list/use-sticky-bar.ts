import { type RefObject, useLayoutEffect } from 'react';

/** The height of the page header. */
const HEADER_PX = 52;

/** Keeps the bar above a table in view, and the head of the table below it, however many lines the bar has. */
export function useStickyBar(bar: RefObject<HTMLElement | null>, isThere: boolean): void {
  useLayoutEffect(() => {
    const { current } = bar;
    if (current === null || !isThere) return;
    const observer = new ResizeObserver(() => {
      const top = `${HEADER_PX + current.offsetHeight}px`;
      current.parentElement?.style.setProperty('--table-top', top);
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [bar, isThere]);
}
