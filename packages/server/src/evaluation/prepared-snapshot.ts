import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Json, writeInTurns } from '../platform/http/encode-in-turns.ts';
import { memoize } from './memoize.ts';

/** A snapshot in the form that is sent, made once for all clients. */
export interface PreparedSnapshot {
  readonly json: Json;
  readonly compressed: Buffer;
}

export const preparedSnapshotOf = memoize(prepare);

async function prepare(snapshot: object): Promise<PreparedSnapshot> {
  const json = await writeInTurns(snapshot);
  return { json, compressed: await promisify(gzip)(json) };
}
