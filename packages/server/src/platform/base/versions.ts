import { isDeepStrictEqual } from 'node:util';
import type { LastChanged } from '@comporta/contract/last-changed';
import type { FastifyRequest } from 'fastify';
import { Rejection } from './rejection.ts';

/** The columns that record who saved a row last, when, and how often it was saved. */
export interface Versioned {
  readonly version: number;
  readonly savedBy: string;
  readonly savedById: string | null;
  readonly savedAt: Date;
}

interface Author {
  readonly kind: 'user' | 'key' | 'provider';
  readonly id: string;
  readonly name: string;
}

/** Rejects with VERSION_CONFLICT when the client saw another version than the stored one. Without If-Match the last write wins. */
export function requireVersion(stored: Versioned, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === stored.version) return;
  throw new Rejection('VERSION_CONFLICT', {
    version: stored.version,
    saved_by: stored.savedBy,
    saved_at: stored.savedAt.toISOString(),
  });
}

/** The version columns that a create writes. */
export function firstVersion(author: Author): Versioned {
  return { version: 1, ...savedBy(author), savedAt: new Date() };
}

/** The version columns that an edit writes. */
export function nextVersion(stored: Versioned, author: Author): Versioned {
  return { version: stored.version + 1, ...savedBy(author), savedAt: new Date() };
}

export function savedBy({ kind, id, name }: Author) {
  return { savedBy: name, savedById: kind === 'user' ? id : null };
}

/** Adds `lastChanged`, which the response shows, to a row. */
export function withLastChanged<Row extends Omit<Versioned, 'version'>>(
  row: Row,
): Row & { readonly lastChanged: LastChanged } {
  return { ...row, lastChanged: lastChangedOf(row) };
}

export function lastChangedOf({
  savedAt,
  savedBy,
  savedById,
}: Omit<Versioned, 'version'>): LastChanged {
  return { at: savedAt.toISOString(), by: { ...(savedById && { id: savedById }), name: savedBy } };
}

/** Whether an edit changes nothing. Such an edit creates no version and no audit entry. */
export function isUnchanged<Entity extends Versioned>(stored: Entity, edited: Entity): boolean {
  return isDeepStrictEqual(stored, edited);
}

/** The version in the If-Match header. A foreign entity tag returns 0, which no stored version matches (RFC 9110). */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const digits = /^\s*(?:W\/)?"?(\d+)"?\s*$/.exec(header)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
