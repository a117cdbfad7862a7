/** The value of an input for a day and a time, in the zone of the browser: YYYY-MM-DDTHH:MM. */
export function localMoment(at: Date): string {
  const [year, month, day] = [at.getFullYear(), at.getMonth() + 1, at.getDate()];
  const date = [String(year).padStart(4, '0'), twoDigits(month), twoDigits(day)].join('-');
  return `${date}T${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

/** The moment that such a value means; undefined when it is empty or unreadable. */
export function momentOf(local: string): Date | undefined {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** The difference to UTC at a moment, in the zone of the browser: "-03:00". */
export function offsetAt(at: Date): string {
  const minutes = -at.getTimezoneOffset();
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${twoDigits(hours)}:${twoDigits(rest)}`;
}

/** The time of day in UTC: "12:00". */
export function timeInUtc(at: Date): string {
  return at.toISOString().slice(11, 16);
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
