import type { TrackEvent, Units } from './event.ts';
import { newEventId } from './event-id.ts';

/** Optional details of a tracked event. */
export interface Tracking {
  /** A number that belongs to the event, such as a price. */
  readonly value?: number | undefined;
  /** When it happened; by default, now. */
  readonly at?: Date | undefined;
}

const KEY_MAX_BYTES = 64;
const UID_MAX_BYTES = 256;
const UNITS_MOST = 5;

type Details = { readonly [Part in keyof Tracking]: unknown } & {
  readonly units?: Units | undefined;
};

/** Returns the event, or a short text that says why there is none. Callers may be untyped. */
export function trackedEvent(
  key: unknown,
  uid: unknown,
  { value, at = new Date(), units = {} }: Details,
): TrackEvent | string {
  if (!isText(key, KEY_MAX_BYTES)) return 'the event has no key of 1 to 64 bytes';
  const known = Object.entries(units)
    .filter(([, unit]) => isText(unit, UID_MAX_BYTES))
    .slice(0, UNITS_MOST);
  const isOfUser = isText(uid, UID_MAX_BYTES);
  if (!isOfUser && known.length === 0) return `the event ${key} has no uid of 1 to 256 bytes`;
  if (value !== undefined && !Number.isFinite(value)) return `the value of ${key} is no number`;
  if (!(at instanceof Date) || Number.isNaN(at.getTime())) return `the time of ${key} is no date`;
  return {
    type: 'track',
    id: newEventId(new Date()),
    key,
    value: value as number | undefined, // It was checked above.
    uid: isOfUser ? uid : undefined,
    units: known.length > 0 ? Object.fromEntries(known) : undefined,
    at: at.toISOString(),
  };
}

/** Whether it is a text of some bytes in UTF-8, and of no more than the service accepts. */
function isText(value: unknown, maxBytes: number): value is string {
  return typeof value === 'string' && value !== '' && new Blob([value]).size <= maxBytes;
}
