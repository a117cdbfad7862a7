import type { Context } from './context.ts';
import type { Outcome } from './outcome.ts';

/**
 * One evaluation: a context, and an id that is never used again. A compiled node caches its result together with that
 * id, and returns the cached result when it is asked with the same id again. So no cache is ever cleared.
 *
 * A getter of the context may start another evaluation. The cached results are then of that other evaluation; their id
 * does not match, and they are computed again.
 */
export interface Evaluation {
  readonly id: number;
  /** Whether the results of facts are cached during the evaluation. */
  readonly keepsFacts: boolean;
  readonly context: Context;
  readonly resolver: ToggleResolver;
}

/** Gives a rule the outcome of another toggle. */
export interface ToggleResolver {
  /** CYCLE when the other toggle depends on the dependent one; undefined when there is no such toggle. */
  readonly resolveToggle: (
    toggleId: string,
    dependentId: string,
    evaluation: Evaluation,
  ) => Outcome | 'CYCLE' | undefined;
}

/** Id in a node that was never evaluated. */
export const NO_EVALUATION = 0;

let lastId = NO_EVALUATION;

/** Never returns the same number twice, so an evaluation inside another one finds nothing of it. */
export function newEvaluationId(): number {
  lastId++;
  return lastId;
}
