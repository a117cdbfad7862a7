import type { Refused } from './judge-event.ts';

/** More values than a split usually has; the others count as one. */
const LAST_INDEX = 8;
/** Tells indexes from values that are numbers: 0.2.0 counted the texts of both values, and shows two texts. */
const INDEXES = 'ix';

/**
 * The code under which a wrong assignment is counted: the phase, and the indexes of both values, −1 for anything else. At
 * most 100 codes a phase, whatever is reported. Source: FAIR-24, decision 34.
 */
export function wrongCode({
  phaseId,
  reported = -1,
  expected = -1,
}: Pick<Refused, 'phaseId' | 'reported' | 'expected'>): string {
  return `${phaseId} ${JSON.stringify([closed(reported), closed(expected), INDEXES])}`;
}

function closed(index: number): string {
  return String(index >= 0 && index <= LAST_INDEX ? index : -1);
}
