import type { IdList } from '../id-lists/id-list.ts';
import { holdLists, type IdLists } from '../id-lists/id-lists.ts';
import { PARTS, partOf } from '../id-lists/list-part.ts';
import { hashed, type ListKey, listKeyOf, sipHash } from '../id-lists/sip-hash.ts';

/** The upper and the lower half of the hash of an id. */
export type HashPair = readonly [high: number, low: number];

export function pairOf(key: ListKey, id: string): HashPair {
  sipHash(key, id);
  return [hashed[0] ?? 0, hashed[1] ?? 0];
}

/** A list of these hashes. */
export function idListOfPairs(key: ListKey, pairs: readonly HashPair[]): IdList {
  const byPart = Map.groupBy(pairs, ([high]) => partOf(high));
  const parts = Array.from({ length: PARTS }, (_, part) => {
    const sorted = byPart.get(part)?.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
    return sorted && Uint32Array.from(sorted.flat());
  });
  return { key, parts };
}

export function idListOf(key: ListKey, ids: readonly string[]): IdList {
  return idListOfPairs(
    key,
    ids.map((id) => pairOf(key, id)),
  );
}

/** A list beside the snapshot of a file in conformance/evaluation. */
export interface ListInFile {
  readonly id: string;
  /** In hex digits. */
  readonly key: string;
  readonly ids: readonly string[];
}

export function listsInFile(lists: readonly ListInFile[] = []): IdLists {
  const held = holdLists();
  for (const { id, key, ids } of lists) {
    held.holderOf(id).ids = idListOf(listKeyOf(bytesOfHex(key)), ids);
  }
  return held;
}

function bytesOfHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
