import { type KeyboardEvent, useState } from 'react';

/** Where an arrow key leads from a day; undefined when the key is none of the chart's. */
export function dayAfter(key: string, day: number | undefined, count: number): number | undefined {
  const last = count - 1;
  switch (key) {
    case 'ArrowRight':
      return day === undefined ? 0 : Math.min(last, day + 1);
    case 'ArrowLeft':
      return day === undefined ? last : Math.max(0, day - 1);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** The day of a chart that is looked at: chosen by keys or with the pointer. */
export function useDayCursor(count: number) {
  const [day, setDay] = useState<number>();
  return {
    /** Undefined while none is looked at. */
    day: day === undefined || day >= count ? undefined : day,
    look: setDay,
    onKeyDown: (event: KeyboardEvent) => {
      if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') setDay(undefined);
      const next = dayAfter(event.key, day, count);
      if (next === undefined) return;
      // Not for the page, which would scroll.
      event.preventDefault();
      setDay(next);
    },
  };
}
