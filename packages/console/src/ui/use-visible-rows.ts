import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual';
import { type FocusEvent, type RefObject, useState } from 'react';

/** Up to here every row is drawn, so that the browser's own search finds all of them. */
const DRAW_ALL_UP_TO = 200;
const ROW_HEIGHT_PX = 45;

/** Which rows of a long table to draw, and how much room to leave for the others. */
export function useVisibleRows(count: number, table: RefObject<HTMLTableElement | null>) {
  const [focused, setFocused] = useState<number>();
  const virtualizer = useWindowVirtualizer({
    count,
    enabled: count > DRAW_ALL_UP_TO,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 12,
    scrollMargin: table.current?.offsetTop ?? 0,
    // The focus must not fall off the page because its row was scrolled away.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === undefined || focused >= count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((left, right) => left - right);
    },
  });

  function keepFocused(event: FocusEvent) {
    const index = event.target.closest('tr')?.dataset.index;
    setFocused(index === undefined ? undefined : Number(index));
  }

  if (count <= DRAW_ALL_UP_TO) {
    const rows = Array.from({ length: count }, (_, index) => ({ index, gapPx: 0 }));
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
