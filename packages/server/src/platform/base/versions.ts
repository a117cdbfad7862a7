import { isDeepStrictEqual } from 'node:util';
import type { LastChanged } from '@comporta/contract/last-changed';
import type { FastifyRequest } from 'fastify';
import { Rejection } from './rejection.ts';

/** Who saved a row last, when, and how often. */
export interface Versioned {
  readonly version: number;
  readonly savedBy: string;
  readonly savedById: string | null;
  readonly savedAt: Date;
}

interface Author {
  readonly kind: 'user' | 'key';
  readonly id: string;
  readonly name: string;
}

/** Refuses when the caller saw another version than the stored one. Without If-Match the last write wins. */
export function requireVersion(stored: Versioned, ifMatch: number | undefined): void {
  if (ifMatch === undefined || ifMatch === stored.version) return;
  throw new Rejection('VERSION_CONFLICT', {
    version: stored.version,
    saved_by: stored.savedBy,
    saved_at: stored.savedAt.toISOString(),
  });
}

/** What a create writes beside its values. */
export function firstVersion(author: Author): Versioned {
  return { version: 1, ...savedBy(author), savedAt: new Date() };
}

/** What an edit writes beside its values. */
export function nextVersion(stored: Versioned, author: Author): Versioned {
  return { version: stored.version + 1, ...savedBy(author), savedAt: new Date() };
}

export function savedBy({ kind, id, name }: Author) {
  return { savedBy: name, savedById: kind === 'user' ? id : null };
}

/** A row with what its answer says of the last save. */
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

/** Whether an edit leaves what is stored as it is; then it makes no version and records nothing. */
export function isUnchanged<Entity extends Versioned>(stored: Entity, edited: Entity): boolean {
  return isDeepStrictEqual(stored, edited);
}

/** Something that is no version of ours matches nothing, as RFC 9110 has it. */
export function ifMatchOf(request: FastifyRequest): number | undefined {
  const header = request.headers['if-match'];
  if (header === undefined || header.trim() === '*') return undefined;
  const digits = /^\s*(?:W\/)?"?(\d+)"?\s*$/.exec(header)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
