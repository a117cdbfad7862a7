import { type CompiledSnapshot, toggleNamed } from './compile.ts';
import type { Context } from './context.ts';
import { type Evaluation, newEvaluationId } from './evaluation.ts';
import type { Outcome } from './outcome.ts';
import { outcomeOf } from './toggle.ts';

/** The outcome of one toggle; undefined when the snapshot has no toggle of that name. */
export function evaluate(
  compiled: CompiledSnapshot,
  toggleName: string,
  context: Context,
): Outcome | undefined {
  const toggle = toggleNamed(compiled, toggleName);
  if (toggle === undefined) return undefined;
  // A single toggle seldom checks the same fact twice, so caching facts would cost more than it saves.
  const keepsFacts = toggle.dependsOn !== undefined;
  return outcomeOf(toggle, {
    id: newEvaluationId(),
    keepsFacts,
    context,
    resolver: compiled,
  });
}

/** The outcomes of all toggles, in the order of the snapshot. */
export function evaluateAll(compiled: CompiledSnapshot, context: Context): Outcome[] {
  const evaluation = startEvaluation(compiled, context);
  const outcomes: Outcome[] = [];
  for (const toggle of compiled.toggles) outcomes.push(outcomeOf(toggle, evaluation));
  return outcomes;
}

/** For several toggles of one request: they share the values that were read and the conditions that were checked. */
export function startEvaluation(compiled: CompiledSnapshot, context: Context): Evaluation {
  return { id: newEvaluationId(), keepsFacts: true, context, resolver: compiled };
}
