import { addToHash, EMPTY_HASH, finishHash, type PartialHash } from './murmur3.ts';

/** Hundredths of a percent in the whole: percentages have at most two decimals. */
const WHOLE = 10_000;

export interface Range {
  readonly value: string;
  /** Buckets from `from` up to, not including, `to`. */
  readonly from: number;
  readonly to: number;
}

/** The part of the hash that all users of an experiment have in common. */
export function hashSalt(salt: string): PartialHash {
  return addToHash(EMPTY_HASH, `${salt}:`);
}

/**
 * The bucket of a user, 0 to `buckets` - 1. Public formula, the same in every language:
 * murmur3_x86_32 with seed 0 over the UTF-8 bytes of salt, colon and uid, modulo `buckets`.
 */
export function bucketOf(saltHash: PartialHash, uid: string, buckets: number): number {
  const hash = finishHash(saltHash, uid);
  lastHash[0] = hash;
  return hash % buckets;
}

/** In an array of its own kind, because a number of 32 bits in a variable would be a new object each time. */
const lastHash = new Uint32Array(1);

/**
 * The hash that the last split went by, before it became a bucket: that of the outcome which `evaluate` has
 * just answered, if a split decided it. Whoever counts exposures knows repeats by it. Source: RES-27.
 */
export function lastSplitHash(): number {
  return lastHash[0] ?? 0;
}

/**
 * Which buckets get which value: half-open ranges, one after the other, in the order of the
 * toggle's values and never of the split's keys. A value without a share has no range.
 */
export function splitRanges(
  values: readonly string[],
  split: Readonly<Record<string, number>>,
  buckets: number,
): Range[] {
  const ranges: Range[] = [];
  let covered = 0;
  for (const value of values) {
    const from = (covered * buckets) / WHOLE;
    covered += hundredths(Object.hasOwn(split, value) ? split[value] : 0);
    const to = (covered * buckets) / WHOLE;
    if (to > from) ranges.push({ value, from, to });
  }
  return ranges;
}

/** Whole numbers add up exactly; 33.33 + 33.33 + 33.34 as doubles need not. */
function hundredths(percentage = 0): number {
  return Math.round(percentage * 100);
}
