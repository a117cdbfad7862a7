import { murmur3 } from '@comporta/engine/murmur3';
import type { Exposure } from '@comporta/engine/outcome';

const SLOTS = 2 ** 18;
/** Of one generation: less than half of the slots, so that looking for one takes few steps. */
const REMEMBERED = 100_000;

/** Which exposures have been reported already. */
export interface Repeats {
  /**
   * Whether this user's exposure was seen before; from now on it was. `splitHash` is what
   * `lastSplitHash` answered right after the evaluation.
   */
  isRepeat(exposure: Exposure, splitHash: number): boolean;
}

/**
 * Remembers exposures by 32 bits each, in two generations: the older one is forgotten when the newer is full.
 * One in 20,000 is taken for a repeat that is none, whatever value it is of; texts would take a hundred
 * times the memory. Source: RES-27.
 */
export function rememberExposures(): Repeats {
  let current = new Uint32Array(SLOTS);
  let former = new Uint32Array(SLOTS);
  let count = 0;
  const phaseHashes = new Map<string, number>();
  // Most exposures in a row are of one phase: the very text is there already.
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

  return {
    isRepeat({ phaseId }, splitHash) {
      if (phaseId !== lastPhaseId) {
        lastPhaseId = phaseId;
        lastPhaseHash = hashOfPhase(phaseId);
      }
      const mark = markOf(splitHash, lastPhaseHash);
      if (slotOf(former, mark) < 0) return true;
      const slot = slotOf(current, mark);
      if (slot < 0) return true;
      current[slot] = mark;
      count += 1;
      if (count === REMEMBERED) {
        [former, current] = [current, former.fill(0)];
        count = 0;
      }
      return false;
    },
  };
}

/** Two phases with one salt have the same hashes, so the phase is mixed in. An empty slot is 0. */
function markOf(splitHash: number, phaseHash: number): number {
  let mark = splitHash ^ Math.imul(phaseHash, 0x9e3779b1);
  mark = Math.imul(mark ^ (mark >>> 16), 0x85ebca6b);
  mark = Math.imul(mark ^ (mark >>> 13), 0xc2b2ae35);
  return (mark ^ (mark >>> 16)) >>> 0 || 1;
}

/** The free slot for a mark, or -1 where it is there already. */
function slotOf(marks: Uint32Array, mark: number): number {
  let slot = mark & (SLOTS - 1);
  for (;;) {
    const held = marks[slot];
    if (held === mark) return -1;
    if (held === 0) return slot;
    slot = (slot + 1) & (SLOTS - 1);
  }
}
