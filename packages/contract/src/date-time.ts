/** The fraction and the offset have bounds of their own; a day that does not exist is found out by making it. */
const DATE_TIME =
  /^(\d{4})-(\d\d)-(\d\d)[Tt]([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const MINUTE_MS = 60_000;
const FIRST_MS = Date.UTC(1970, 0);
const BEHIND_LAST_MS = Date.UTC(2200, 0);

/**
 * The moment that a text names, cut to milliseconds; undefined unless it is a date-time of RFC 3339 in the years 1970 to
 * 2199. `Date` reads far more, some of it in the zone of the server, and years that no table can store. Source: FAIR-20.
 */
export function readDateTime(text: string): Date | undefined {
  const [, year, month, day, hour, minute, second, fraction = '', sign, hours, minutes] =
    DATE_TIME.exec(text) ?? [];
  if (year === undefined) return undefined;
  const local = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  // The function takes the year 75 for 1975, and the 31st of November for the 1st of December.
  const isReal = local.toISOString().startsWith(`${year}-${month}-${day}`);
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
  local.setUTCHours(Number(hour), Number(minute), Number(second), ms);
  const ahead =
    sign === undefined ? 0 : Number(`${sign}1`) * (60 * Number(hours) + Number(minutes));
  const moment = new Date(local.getTime() - ahead * MINUTE_MS);
  return isReal && isInCalendar(moment) ? moment : undefined;
}

/** Whether the moment lies in the years 1970 to 2199; false for an invalid one. Source: FAIR-21. */
export function isInCalendar(moment: Date): boolean {
  const ms = moment.getTime();
  return ms >= FIRST_MS && ms < BEHIND_LAST_MS;
}
