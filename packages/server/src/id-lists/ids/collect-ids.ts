import { ID_LIST_LIMITS } from '@comporta/contract/id-lists/id-list';
import type { ListPart } from '@comporta/engine/id-lists/list-part';
import { partOf } from '@comporta/engine/id-lists/list-part';
import { listedIdOf } from '@comporta/engine/id-lists/listed-id';
import { hashed, listKeyOf, sipHash } from '@comporta/engine/id-lists/sip-hash';
import { Rejection } from '../../platform/base/rejection.ts';

/** Of invalid ids, the lines of so many are told. Source: LIF-44. */
const LINES_TOLD = 20;
const FIRST_ROOM = 1_024;

/** The hashes of ids by their part, ascending and each once. */
export type IdsByPart = ReadonlyMap<number, ListPart>;

export interface IdCollector {
  /** Takes an id from a line, counted from 1. One that is no id is noted. */
  take(given: string, line: number): void;
  /** Notes a line that has no id. */
  refuse(line: number): void;
  /** Rejects with INVALID_IDS when a line had none. */
  finish(): IdsByPart;
}

/**
 * Hashes ids. Holds as many hashes as two lists may have, whatever is given: 16 MB. More different ones than a list may have
 * are refused with MAX_LIST_IDS_REACHED.
 */
export function collectIds(
  keyBytes: Uint8Array,
  limit: number = ID_LIST_LIMITS.idsOfList,
): IdCollector {
  const key = listKeyOf(keyBytes);
  let hashes = new BigUint64Array(FIRST_ROOM);
  let halves = new Uint32Array(hashes.buffer);
  let count = 0;
  let badLines = 0;
  const firstBad: number[] = [];

  function refuse(line: number): void {
    badLines += 1;
    if (firstBad.length < LINES_TOLD) firstBad.push(line);
  }

  function makeRoom(): void {
    if (hashes.length >= 2 * limit) {
      count = sortOnce(hashes.subarray(0, count));
      if (count > limit) throw new Rejection('MAX_LIST_IDS_REACHED', { limit });
      return;
    }
    const larger = new BigUint64Array(Math.min(2 * hashes.length, 2 * limit));
    larger.set(hashes);
    hashes = larger;
    halves = new Uint32Array(hashes.buffer);
  }

  return {
    refuse,
    take(given, line) {
      const id = listedIdOf(given);
      if (id === undefined) return refuse(line);
      if (count === hashes.length) makeRoom();
      sipHash(key, id);
      halves[2 * count] = hashed[1] ?? 0;
      halves[2 * count + 1] = hashed[0] ?? 0;
      count += 1;
    },
    finish() {
      if (badLines > 0) throw new Rejection('INVALID_IDS', { lines: firstBad, count: badLines });
      count = sortOnce(hashes.subarray(0, count));
      if (count > limit) throw new Rejection('MAX_LIST_IDS_REACHED', { limit });
      return byPart(halves.subarray(0, 2 * count));
    },
  };
}

/** Sorts hashes, moves each of them to the front once, and returns how many they are. */
function sortOnce(hashes: BigUint64Array): number {
  hashes.sort();
  const halves = new Uint32Array(hashes.buffer, hashes.byteOffset, 2 * hashes.length);
  let kept = 0;
  for (let at = 0; at < halves.length; at += 2) {
    const isRepeated =
      kept > 0 && halves[kept - 2] === halves[at] && halves[kept - 1] === halves[at + 1];
    if (isRepeated) continue;
    halves[kept] = halves[at] ?? 0;
    halves[kept + 1] = halves[at + 1] ?? 0;
    kept += 2;
  }
  return kept / 2;
}

/** Sorted hashes, lower half first as the processor has them, in parts with the upper half first. */
function byPart(halves: Uint32Array): IdsByPart {
  const parts = new Map<number, ListPart>();
  for (let from = 0; from < halves.length; ) {
    const part = partOf(halves[from + 1] ?? 0);
    let to = from + 2;
    while (to < halves.length && partOf(halves[to + 1] ?? 0) === part) to += 2;
    const ids = new Uint32Array(to - from);
    for (let at = 0; at < ids.length; at += 2) {
      ids[at] = halves[from + at + 1] ?? 0;
      ids[at + 1] = halves[from + at] ?? 0;
    }
    parts.set(part, ids);
    from = to;
  }
  return parts;
}
