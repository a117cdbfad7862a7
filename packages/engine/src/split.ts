import { addToHash, EMPTY_HASH, finishHash, type PartialHash } from './murmur3.ts';
import type { ValueSpec } from './snapshot.ts';

/** 100 percent in hundredths of a percent: percentages have at most two decimals. */
const WHOLE = 10_000;

/** A value and the buckets that get it. */
export interface Range {
  readonly value: string;
  /** The buckets from `from`, inclusive, to `to`, exclusive. */
  readonly from: number;
  readonly to: number;
}

/** The percentages of a split, by value; undefined for an exact value. */
export function sharesIn(valueSpec: ValueSpec): Readonly<Record<string, number>> | undefined {
  return valueSpec.type === 'EXACT_VALUE' ? undefined : valueSpec.split;
}

/** The part of the hash that is the same for all users of an experiment. */
export function hashSalt(salt: string): PartialHash {
  return addToHash(EMPTY_HASH, `${salt}:`);
}

/**
 * The bucket of a user, 0 to `buckets` - 1. The formula is public and the same in every language: murmur3_x86_32 with
 * seed 0 over the UTF-8 bytes of salt, colon and uid, modulo `buckets`.
 */
export function bucketOf(saltHash: PartialHash, uid: string, buckets: number): number {
  const hash = finishHash(saltHash, uid);
  lastHash[0] = hash;
  return hash % buckets;
}

/** A typed array, because a 32-bit number in a plain variable would be allocated anew each time. */
const lastHash = new Uint32Array(1);

/**
 * The hash of the last split, before the modulo. Right after `evaluate` it belongs to the outcome returned, if a split
 * decided that. It is used to recognise repeated exposures. Source: RES-27.
 */
export function lastSplitHash(): number {
  return lastHash[0] ?? 0;
}

/**
 * The buckets of each value: half-open ranges, one after the other, in the order of the toggle's values, and never in
 * that of the split's keys. A value without a share has no range.
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

/** Integers add up exactly; 33.33 + 33.33 + 33.34 in doubles may not. */
function hundredths(percentage = 0): number {
  return Math.round(percentage * 100);
}
