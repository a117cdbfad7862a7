import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Json, writeInTurns } from '../platform/http/encode-in-turns.ts';
import { memoize } from './memoize.ts';

/** A snapshot as it is sent, made once however many ask for it. */
export interface PreparedSnapshot {
  readonly json: Json;
  readonly compressed: Buffer;
  readonly entityTag: string;
}

export const preparedSnapshotOf = memoize(prepare);

async function prepare(snapshot: object): Promise<PreparedSnapshot> {
  const json = await writeInTurns(snapshot);
  // A hash, not the revision: restoring a backup may give one revision to two contents.
  const hash = createHash('sha256').update(json).digest('base64url').slice(0, 22);
  return { json, compressed: await promisify(gzip)(json), entityTag: `"${hash}"` };
}
