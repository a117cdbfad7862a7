import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type FocusEvent,
  type RefObject,
  useDeferredValue,
  useLayoutEffect,
  useState,
} from 'react';
import { useShortcut } from '../use-shortcut.ts';

/** Up to so many rows are all drawn, so that the browser's own search finds them. */
export const DRAW_ALL_UP_TO = 500;
/** More than a screen holds; of a shorter list, the others follow when there is time. */
const DRAWN_AT_ONCE = 30;
const ROW_HEIGHT_PX = 44;

interface Drawing {
  readonly isLong: boolean;
  /** Somebody is brought back to one of them, so all have to be there. */
  readonly isWhole: boolean;
}

/** Which rows of a table to draw, and how much room to leave for the others: all of them unless it is long. */
export function useVisibleRows(
  count: number,
  { isLong, isWhole }: Drawing,
  table: RefObject<HTMLTableElement | null>,
) {
  const drawn = useDeferredValue(count, isWhole ? count : Math.min(count, DRAWN_AT_ONCE));
  const [focused, setFocused] = useState<number>();
  const [scrollMargin, setScrollMargin] = useState(0);
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: isLong,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 8,
    scrollMargin,
    // The focus must not fall off the page because its row was scrolled away.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((left, right) => left - right);
    },
  });

  // What stands above the table can come later than the table. To ask where it stands lays out the whole page.
  useLayoutEffect(() => {
    if (isLong) setScrollMargin(table.current?.offsetTop ?? 0);
  });

  // Rows are higher or lower than was estimated, so the browser's own keys stop beside the ends.
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
