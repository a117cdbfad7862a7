import type { Outcome } from '@comporta/engine/outcome';
import { eachMade, inTurns } from '../platform/base/in-turns.ts';

/** Fewer outcomes are prepared in a few milliseconds while the answer is built. */
const MANY_OUTCOMES = 2_000;

export function isMany({ length }: readonly unknown[]): boolean {
  return length > MANY_OUTCOMES;
}

/** Prepares the outcomes of thousands of toggles in short turns of the event loop, before their first answer. */
export async function prepareMany(
  outcomes: readonly Outcome[],
  prepare: (outcome: Outcome) => unknown,
): Promise<void> {
  if (isMany(outcomes)) await inTurns(eachMade(outcomes, prepare));
}
