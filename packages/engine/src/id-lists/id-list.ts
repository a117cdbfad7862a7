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

/** So many neighbours lie in two lines of the processor's cache. */
const NEAR = 14;

/**
 * Hashes are spread evenly, so that the place of one can be computed: the first guess misses it by a dozen, a second one from
 * what is found there by a few. What takes time is reading memory in distant places, which a binary search does ten times; it
 * is used where somebody chose the hashes.
 */
function isInPart(part: ListPart, high: number, low: number): boolean {
  const count = part.length >>> 1;
  const places = count / (BITS_IN_PART + 1);
  let from = 0;
  let to = count;
  let at = Math.floor((high & BITS_IN_PART) * places);
  for (let tried = 0; from < to; tried++) {
    const found = part[2 * at] ?? 0;
    const order = found === high ? (part[2 * at + 1] ?? 0) - low : found - high;
    if (order === 0) return true;
    if (order < 0) from = at + 1;
    else to = at;
    if (tried === 0) at += Math.trunc((high - found) * places);
    else if (tried < NEAR) at += order < 0 ? 1 : -1;
    else at = (from + to) >>> 1;
    if (at < from) at = from;
    else if (at >= to) at = to - 1;
  }
  return false;
}
