let known: string | undefined;

/**
 * The browser's time zone; other dates are shown in UTC. It is computed on first use: the first formatting of
 * a date or a number, or the first sort, takes a browser about 40 ms, and a slow one four times that.
 */
export function localTimeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
