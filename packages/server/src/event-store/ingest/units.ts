import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';

/** The secret of an environment as `unitOf` takes it. Cache it: creating a key takes longer than hashing with it. */
export function unitKey(secret: string): KeyObject {
  return createSecretKey(secret, 'base64url');
}

/**
 * The unit of a user in an environment, a keyed hash: it tells users apart and does not reveal who they are. It has
 * the shape of a UUID, because that is how the database stores 16 bytes best. Source: RES-34.
 */
export function unitOf(key: KeyObject, uid: string): string {
  return inUuid(createHmac('sha256', key).update(uid).digest('hex'));
}

/** `unitOf` with a cache for one call: all events that a page reports are of one user. */
export function unitsBy(key: KeyObject): (uid: string) => string {
  const units = new Map<string, string>();
  return (uid) => {
    const known = units.get(uid);
    if (known !== undefined) return known;
    const unit = unitOf(key, uid);
    units.set(uid, unit);
    return unit;
  };
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
