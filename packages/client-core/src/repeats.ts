import { murmur3 } from '@comporta/engine/murmur3';
import type { Exposure } from '@comporta/engine/outcome';

/** Exposures in one generation. */
const REMEMBERED = 100_000;
/** Initial size: most clients have few users, and a small table stays in the processor's cache. */
const FIRST_SLOTS = 2 ** 10;

/** Remembers which exposures have been reported. */
export interface Repeats {
  /**
   * Returns whether this user's exposure was seen before, and remembers it. `splitHash` is the result of
   * `lastSplitHash` right after the evaluation.
   */
  isRepeat(exposure: Exposure, splitHash: number): boolean;
  /** Call it when an exposure that is no repeat found no room in a queue: the next one of the user is no repeat either. */
  forget(exposure: Exposure, splitHash: number): void;
}

/**
 * Remembers each exposure by 32 bits, in two generations: the older one is forgotten when the newer one is full.
 * One exposure in 20,000 is mistaken for a repeat, independently of its value. Storing the texts would take a hundred
 * times the memory. Source: RES-27.
 */
export function rememberExposures(): Repeats {
  let current = new Uint32Array(FIRST_SLOTS);
  let former = new Uint32Array(FIRST_SLOTS);
  let count = 0;
  const phaseHashes = new Map<string, number>();
  // Most consecutive exposures are of one phase, often with the identical string, so its hash is cached.
  let lastPhaseId: string | undefined;
  let lastPhaseHash = 0;

  function hashOfPhase(phaseId: string): number {
    const known = phaseHashes.get(phaseId);
    if (known !== undefined) return known;
    if (phaseHashes.size >= REMEMBERED) phaseHashes.clear();
    const hash = murmur3(phaseId);
    phaseHashes.set(phaseId, hash);
    return hash;
  }

  /** The hashes of two phases with the same salt are equal, so the phase is mixed in. 0 marks an empty slot. */
  function markOf({ phaseId }: Exposure, splitHash: number): number {
    if (phaseId !== lastPhaseId) {
      lastPhaseId = phaseId;
      lastPhaseHash = hashOfPhase(phaseId);
    }
    return (splitHash ^ lastPhaseHash) >>> 0 || 1;
  }

  return {
    isRepeat(exposure, splitHash) {
      const mark = markOf(exposure, splitHash);
      const slot = slotOf(current, mark);
      if (current[slot] === mark || former[slotOf(former, mark)] === mark) return true;
      current[slot] = mark;
      count += 1;
      if (count === REMEMBERED) {
        former = current;
        current = new Uint32Array(FIRST_SLOTS);
        count = 0;
      } else if (2 * count > current.length) current = twiceAsLarge(current);
      return false;
    },
    forget(exposure, splitHash) {
      const mark = markOf(exposure, splitHash);
      // It may have been the last one of its generation. A mark that is no longer found behind the empty slot is
      // reported again, which the service counts once.
      if (count === 0) former[slotOf(former, mark)] = 0;
      else {
        current[slotOf(current, mark)] = 0;
        count -= 1;
      }
    },
  };
}

/** The slot that holds a mark, or the free one for it. At least half of the slots are free. */
function slotOf(marks: Uint32Array, mark: number): number {
  const last = marks.length - 1;
  let slot = mark & last;
  for (;;) {
    const held = marks[slot];
    if (held === mark || held === 0) return slot;
    slot = (slot + 1) & last;
  }
}

function twiceAsLarge(marks: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * marks.length);
  for (const mark of marks) if (mark !== 0) larger[slotOf(larger, mark)] = mark;
  return larger;
}
