import { parseDateTime } from '@comporta/engine/operators/date';

/** Seconds up to 59 and at most nine digits of fraction. The engine takes a leap second and any number of digits. */
const BOUNDED = /^.{17}[0-5]\d(?:\.\d{1,9})?[^.\d]/;
const FIRST_MS = Date.UTC(1970, 0);
const BEHIND_LAST_MS = Date.UTC(2200, 0);

/**
 * The moment that a text names, cut to milliseconds; undefined unless it is a date-time of RFC 3339 in the years 1970 to
 * 2199. `Date` reads far more, some of it in the zone of the server, and years that no table can store. Source: FAIR-20.
 */
export function readDateTime(text: string): Date | undefined {
  const ms = BOUNDED.test(text) ? parseDateTime(text) : undefined;
  const moment = ms === undefined ? undefined : new Date(ms);
  return moment && isInCalendar(moment) ? moment : undefined;
}

/** Whether the moment lies in the years 1970 to 2199; false for an invalid one. Source: FAIR-21. */
export function isInCalendar(moment: Date): boolean {
  const ms = moment.getTime();
  return ms >= FIRST_MS && ms < BEHIND_LAST_MS;
}
