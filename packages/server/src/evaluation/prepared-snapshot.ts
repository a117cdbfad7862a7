import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Json, writeInTurns } from '../platform/http/encode-in-turns.ts';
import { memoize } from './memoize.ts';

/** A snapshot in the form that is sent, made once for all clients. */
export interface PreparedSnapshot {
  readonly json: Json;
  readonly compressed: Buffer;
  readonly entityTag: string;
}

export const preparedSnapshotOf = memoize(prepare);

async function prepare(snapshot: object): Promise<PreparedSnapshot> {
  const json = await writeInTurns(snapshot);
  // A hash, not the revision: after a backup is restored, two contents may have the same revision.
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  return { json, compressed: await promisify(gzip)(json), entityTag: `"${hash}"` };
}
