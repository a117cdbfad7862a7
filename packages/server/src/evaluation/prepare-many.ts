import type { Outcome } from '@comporta/engine/outcome';
import { eachMade, inTurns } from '../platform/base/in-turns.ts';

/** Fewer are prepared within some milliseconds, when an answer is joined of them. */
const MANY_OUTCOMES = 2_000;

export function isMany({ length }: readonly unknown[]): boolean {
  return length > MANY_OUTCOMES;
}

/** Prepares the outcomes of thousands of toggles in turns, the first time that they are answered. */
export async function prepareMany(
  outcomes: readonly Outcome[],
  prepare: (outcome: Outcome) => unknown,
): Promise<void> {
  if (isMany(outcomes)) await inTurns(eachMade(outcomes, prepare));
}
