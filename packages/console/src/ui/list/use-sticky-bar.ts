import { type RefObject, useLayoutEffect } from 'react';

/** Of the header of every page. */
const HEADER_PX = 52;

/** The bar above a table stays in sight; the head of the table stays below it, however many lines the bar has. */
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
