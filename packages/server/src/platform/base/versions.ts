import { isDeepStrictEqual } from 'node:util';
import type { FastifyRequest } from 'fastify';
import { Rejection } from './rejection.ts';

interface Versioned {
  readonly version: number;
  readonly savedBy: string;
  readonly savedAt: Date;
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
export function firstVersion(savedBy: string): Versioned {
  return { version: 1, savedBy, savedAt: new Date() };
}

/** What an edit writes beside its values. */
export function nextVersion(stored: Versioned, savedBy: string): Versioned {
  return { version: stored.version + 1, savedBy, savedAt: new Date() };
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
