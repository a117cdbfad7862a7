import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/**
 * One evaluation: the context, and a number that no other evaluation has. Whatever a compiled node
 * finds out it keeps together with `turn`; meeting the same `turn` again, it answers from memory.
 * So nothing needs clearing and nothing is allocated.
 *
 * Snapshots compiled from one another share nodes and therefore one walk. Evaluation is
 * synchronous and calls nothing outside the engine, so two evaluations never interleave.
 */
export interface Walk {
  turn: number;
  /** Whether facts are found out once, or each time they are asked for. */
  keepsFacts: boolean;
  context: Context;
  answers: Answers;
}

/** How a rule asks for the answer of another toggle. */
export interface Answers {
  /** CYCLE when answering leads back to the toggle that asks; undefined when there is no such toggle. */
  readonly answerOf: (
    toggleId: string,
    askedBy: string,
    walk: Walk,
  ) => Outcome | 'CYCLE' | undefined;
}

export function newWalk(): Walk {
  return {
    turn: 0,
    keepsFacts: true,
    context: { properties: {} },
    answers: { answerOf: () => undefined },
  };
}
