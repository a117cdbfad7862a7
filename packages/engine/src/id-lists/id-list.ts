import { type ListPart, partOf } from './list-part.ts';
import { hashed, type ListKey, sipHash } from './sip-hash.ts';

/** The ids of a list at one moment, as hashes. Replaced as a whole, never changed. */
export interface IdList {
  readonly key: ListKey;
  /** One for each of `PARTS`; undefined where nothing is in it. */
  readonly parts: readonly (ListPart | undefined)[];
}

/** The bits of the upper half below those that name the part. */
const BITS_IN_PART = 0x3fffff;

/** Whether a value of a request is in the list. Source: LIF-41. */
export function isListed({ key, parts }: IdList, value: string): boolean {
  sipHash(key, value);
  const high = hashed[0] ?? 0;
  const low = hashed[1] ?? 0;
  const part = parts[partOf(high)];
  return part !== undefined && isInPart(part, high, low);
}

/**
 * Hashes are spread evenly, so that the place of one can be computed, and is seldom missed by more than some: a binary search
 * reads memory in more distant places, which takes half as long again. The steps double, for the case that somebody chose
 * the hashes.
 */
function isInPart(part: ListPart, high: number, low: number): boolean {
  const count = part.length >>> 1;
  let at = Math.floor(((high & BITS_IN_PART) * count) / (BITS_IN_PART + 1));
  let from = 0;
  let to = count;
  let step = 1;
  while (from < to) {
    const found = part[2 * at] ?? 0;
    const order = found === high ? (part[2 * at + 1] ?? 0) - low : found - high;
    if (order === 0) return true;
    if (order < 0) {
      from = at + 1;
      at = to - at > step ? at + step : (from + to) >>> 1;
    } else {
      to = at;
      at = at - from > step ? at - step : (from + to) >>> 1;
    }
    step = 2 * step;
  }
  return false;
}
