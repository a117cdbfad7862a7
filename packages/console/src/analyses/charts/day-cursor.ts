import { type KeyboardEvent, useState } from 'react';

/** The day that an arrow key leads to; undefined when the chart does not use the key. */
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

/** The day of a chart that the user selected by keys or with the pointer. */
export function useDayCursor(count: number) {
  const [day, setDay] = useState<number>();
  return {
    /** Undefined while no day is selected. */
    day: day === undefined || day >= count ? undefined : day,
    look: setDay,
    onKeyDown: (event: KeyboardEvent) => {
      if (count === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Escape') setDay(undefined);
      const next = dayAfter(event.key, day, count);
      if (next === undefined) return;
      // The page would scroll otherwise.
      event.preventDefault();
      setDay(next);
    },
  };
}
