import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/**
 * One evaluation: a context, and an id that no other evaluation ever has. Whatever a compiled node
 * finds out it keeps together with that id; meeting the same id again, it answers from memory. So
 * nothing needs clearing.
 *
 * A getter of the context may evaluate, too: what the nodes keep is then the other evaluation's,
 * its id does not match any more, and it is found out again.
 */
export interface Evaluation {
  readonly id: number;
  /** Whether facts are found out once, or each time they are asked for. */
  readonly keepsFacts: boolean;
  readonly context: Context;
  readonly resolver: ToggleResolver;
}

/** How a rule asks for the answer of another toggle. */
export interface ToggleResolver {
  /** CYCLE when answering leads back to the dependent toggle; undefined when there is no such toggle. */
  readonly resolveToggle: (
    toggleId: string,
    dependentId: string,
    evaluation: Evaluation,
  ) => Outcome | 'CYCLE' | undefined;
}

/** Of a node that was never asked. */
export const NO_EVALUATION = 0;

let lastId = NO_EVALUATION;

export function newEvaluationId(): number {
  lastId++;
  return lastId;
}
