import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** The secret of an environment as `unitOf` takes it. Cache it: creating a key takes longer than hashing with it. */
export function unitKey(secret: string): KeyObject {
  return createSecretKey(secret, 'base64url');
}

/** What is hashed: a uid, or the value of a property. */
export interface Divided {
  readonly value: string;
  readonly propertyId?: string | null | undefined;
}

/**
 * The unit of a user in an environment, a keyed hash: it tells users apart and does not reveal who they are. It has
 * the shape of a UUID, because that is how the database stores 16 bytes best. A uid has no U+0000, so the unit of a user
 * is never that of a value of a property. Source: RES-34, RUL-34.
 */
export function unitOf(key: KeyObject, divided: Divided): string {
  return inUuid(createHmac('sha256', key).update(hashedOf(divided)).digest('hex'));
}

function hashedOf({ value, propertyId }: Divided): string {
  return propertyId ? `${propertyId}\0${value}` : value;
}

/** `unitOf` with a cache for one call: all events that a page reports are of one user. */
export function unitsBy(key: KeyObject): (divided: Divided) => string {
  const units = new Map<string, string>();
  return (divided) => {
    const hashed = hashedOf(divided);
    const known = units.get(hashed);
    if (known !== undefined) return known;
    const unit = unitOf(key, divided);
    units.set(hashed, unit);
    return unit;
  };
}

/** Id of the further row of an event, for the unit that is a value of a property. Source: RUL-36. */
export function unitEventIdOf(eventId: string, propertyId: string): string {
  return eventIdOf(eventId, `unit:${propertyId}`);
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** An event's id as a UUID: itself, or else a UUID of version 5 in the namespace of the environment. Source: RES-22. */
export function eventIdOf(environmentId: string, id: string): string {
  const given = id.toLowerCase();
  if (UUID.test(given)) return given;
  const space = Buffer.from(environmentId.replaceAll('-', ''), 'hex');
  const hex = hash('sha1', Buffer.concat([space, Buffer.from(id)]), 'hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return inUuid(`${hex.slice(0, 12)}5${hex.slice(13, 16)}${variant}${hex.slice(17, 32)}`);
}

/** The time in a UUID of version 7; undefined for any other. */
export function timeInId(eventId: string): Date | undefined {
  if (eventId[14] !== '7') return undefined;
  return new Date(Number.parseInt(eventId.slice(0, 8) + eventId.slice(9, 13), 16));
}

function inUuid(hex: string): string {
  const part = (from: number, to: number) => hex.slice(from, to);
  return [part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32)].join('-');
}
