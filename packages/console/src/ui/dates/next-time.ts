import { useCallback } from 'react';
import { useFormatter } from 'use-intl/react';
import { localTimeZone } from '../local-time-zone.ts';

/** Formats a moment in the user's zone, with the zone: a launch is at a time of the clock. */
export function useNextTime(): (at: string) => string {
  const format = useFormatter();
  return useCallback(
    (at: string) =>
      format.dateTime(new Date(at), {
        year: 'numeric',
        month: 'short',
        day: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        timeZoneName: 'short',
        timeZone: localTimeZone(),
      }),
    [format],
  );
}
