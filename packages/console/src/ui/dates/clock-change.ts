/** What a day and a time of the clock mean: one moment; two, when the clocks are set back; none, when they are set forward. */
export type ClockReading =
  | { readonly kind: 'once'; readonly at: Date }
  | { readonly kind: 'twice'; readonly first: Date; readonly second: Date }
  | { readonly kind: 'never'; readonly instead: Date };

/** Minutes that a moment's local time is ahead of UTC. */
export type OffsetOf = (at: Date) => number;

const MINUTE_MS = 60_000;
/** No zone changes its clocks twice within this time. */
const AROUND_MS = 24 * 60 * MINUTE_MS;

const offsetOfBrowser: OffsetOf = (at) => -at.getTimezoneOffset();

/** Reads YYYY-MM-DDTHH:MM in the zone of the browser; undefined when it is empty or unreadable. Source: SAF-12. */
export function readClock(local: string, offsetOf = offsetOfBrowser): ClockReading | undefined {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? Date.parse(`${local}Z`) : Number.NaN;
  if (Number.isNaN(asUtc)) return undefined;
  const before = offsetOf(new Date(asUtc - AROUND_MS));
  const after = offsetOf(new Date(asUtc + AROUND_MS));
  const [early, late] = [before, after].map((offset) => new Date(asUtc - offset * MINUTE_MS)) as [
    Date,
    Date,
  ];
  const fits = [offsetOf(early) === before, offsetOf(late) === after];
  if (fits[0] && fits[1] && before !== after) return { kind: 'twice', first: early, second: late };
  if (fits[0]) return { kind: 'once', at: early };
  if (fits[1]) return { kind: 'once', at: late };
  // The clock goes on as if it had not been set forward: 02:30 becomes 03:30.
  return { kind: 'never', instead: early };
}
