/** A list is stored, sent and looked up in so many parts, so that one changed id changes little. Source: LIF-45. */
export const PARTS = 1_024;

/** The bytes of one id's hash. */
export const HASH_BYTES = 8;

const PART_BITS = 10;

/** The part in which an id is: the uppermost bits of its hash. */
export function partOf(highHalf: number): number {
  return highHalf >>> (32 - PART_BITS);
}

/**
 * The ids of one part: the upper and the lower half of each hash, one pair after the other, in ascending order and without
 * repeats.
 */
export type ListPart = Uint32Array;
