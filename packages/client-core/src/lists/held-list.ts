import type { IdList } from '@comporta/engine/id-lists/id-list';
import { type ListPart, PARTS } from '@comporta/engine/id-lists/list-part';
import type { ListKey } from '@comporta/engine/id-lists/sip-hash';
import type { ListRecord } from './list-records.ts';

/** A list in memory, from which it is looked up, and sent on. Replaced as a whole, never changed. */
export interface HeldList extends IdList {
  /** The contentVersion. */
  readonly version: number;
  readonly count: number;
  /** The contentVersion that changed each part last; 0 for one that nothing is known of. */
  readonly versions: readonly number[];
  /** Whoever has an older version than this has to get all parts: which of them became empty is not known. */
  readonly fullFrom: number;
}

/** What a service answers about a list. */
export interface ListAnswer {
  readonly version: number;
  readonly count: number;
  readonly key: ListKey;
  /** Whether these are all parts, and not only those that changed. */
  readonly isFull: boolean;
  readonly records: readonly ListRecord[];
  /** As that of the list, where it is known. */
  readonly fullFrom?: number;
}

/**
 * The list after an answer, in one step: whoever looks up meanwhile sees the list before. Undefined when the answer does not
 * fit what is held, or the sum of the ids is not that of the service: then all of it has to be asked for. Source: LIF-50.
 */
export function listAfter(held: HeldList | undefined, answer: ListAnswer): HeldList | undefined {
  const { version, count, key, isFull, records, fullFrom } = answer;
  if (!isFull && (held === undefined || !isSameKey(held.key, key))) return undefined;
  const base = isFull ? undefined : held;
  const next: (ListPart | undefined)[] = base ? [...base.parts] : new Array(PARTS).fill(undefined);
  const versions: number[] = base ? [...base.versions] : new Array(PARTS).fill(0);
  for (const { part, ids, version: changedBy } of records) {
    next[part] = ids.length === 0 ? undefined : ids;
    versions[part] = changedBy ?? version;
  }
  const sum = next.reduce((ids, part) => ids + (part?.length ?? 0) / 2, 0);
  if (sum !== count) return undefined;
  return {
    key,
    parts: next,
    version,
    count,
    versions,
    fullFrom: fullFrom ?? base?.fullFrom ?? version,
  };
}

function isSameKey(a: ListKey, b: ListKey): boolean {
  return a.every((word, place) => word === b[place]);
}

/** What somebody with the version `from` needs; with undefined, all parts. Source: LIF-50. */
export function answerSince(held: HeldList, from: number | undefined): ListAnswer {
  const { version, count, key, parts, versions, fullFrom } = held;
  const isFull = from === undefined || from > version || from < fullFrom;
  const since = isFull ? Number.NEGATIVE_INFINITY : from;
  const records = parts.flatMap((ids, part) => {
    const isNeeded = isFull ? ids !== undefined : (versions[part] ?? 0) > since;
    return isNeeded ? [{ part, ids: ids ?? NO_IDS }] : [];
  });
  return { version, count, key, isFull, records };
}

const NO_IDS = new Uint32Array(0);
