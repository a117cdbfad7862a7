import { useFormatter } from 'use-intl/react';
import { localTimeZone } from '../ui/local-time-zone.ts';

/** Formats when a key ends: a day and a time of the clock. */
export function useEndTime(): (at: Date) => string {
  const format = useFormatter();
  return (at) =>
    format.dateTime(at, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: localTimeZone(),
    });
}
