import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useState,
} from 'react';
import { useShortcut } from '../use-shortcut.ts';

/** Up to this number, all rows are rendered, so that the browser's own search finds them. */
export const DRAW_ALL_UP_TO = 500;
/** More than fit on a screen; the other rows of a shorter list are rendered when there is time. */
const DRAWN_AT_ONCE = 30;
const ROW_HEIGHT_PX = 44;

interface Drawing {
  readonly isLong: boolean;
  /** Whether the user returns to one of the rows, which must be rendered for that. */
  readonly isReturn: boolean;
  /** The place of that row; -1 if it is none of these. */
  readonly returnIndex: number;
}

/** Returns the rows to render, and the space for the others: all rows, unless the list is long. */
export function useVisibleRows(
  count: number,
  { isLong, isReturn, returnIndex }: Drawing,
  table: RefObject<HTMLTableElement | null>,
) {
  const drawn = useDeferredValue(count, isReturn ? count : Math.min(count, DRAWN_AT_ONCE));
  const [focused, setFocused] = useState(returnIndex === -1 ? undefined : returnIndex);
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    // Rows are rendered at once, not after the window was measured: the list looks for the row to return to.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    scrollMargin,
    // The row with the focus stays rendered, because the focus would be lost with it.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((left, right) => left - right);
    },
  });

  // Content above the table may load after it. Only long lists read the offset, because that forces a layout of
  // the page.
  useLayoutEffect(() => {
    if (isLong) setScrollMargin(table.current?.offsetTop ?? 0);
  });

  // Rows differ from the estimated height, so the browser's own End and Home would miss the ends.
  useShortcut(isLong ? 'End' : undefined, () => {
    virtualizer.scrollToIndex(count - 1, { align: 'end' });
  });
  useShortcut(isLong ? 'Home' : undefined, () => virtualizer.scrollToOffset(0));

  function keepFocused(event: FocusEvent) {
    const index = event.target.closest('tr')?.dataset.index;
    setFocused(index === undefined ? undefined : Number(index));
  }

  if (!isLong) {
    const length = Math.min(count, drawn);
    const rows = Array.from({ length }, (_, index) => ({ index, gapPx: 0 }));
    return { rows, gapAfterPx: 0, keepFocused: undefined, measure: undefined };
  }
  let end = virtualizer.options.scrollMargin;
  const rows = virtualizer.getVirtualItems().map((item) => {
    const gapPx = item.start - end;
    end = item.end;
    return { index: item.index, gapPx };
  });
  const gapAfterPx = virtualizer.getTotalSize() + virtualizer.options.scrollMargin - end;
  return { rows, gapAfterPx, keepFocused, measure: virtualizer.measureElement };
}
