let known: string | undefined;

/**
 * Where the browser is; dates are otherwise shown in UTC. Asked when it is first wanted: whatever
 * comes first of dates, numbers and orders takes a browser some 40 ms, and a slow one four times that.
 */
export function localTimeZone(): string {
  known ??= Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known;
}
