import type { Evaluation } from '../evaluation.ts';
import type { Outcome } from '../outcome.ts';
import { type CompiledToggle, outcomeOf } from '../toggle.ts';
import { CHAIN_MAX_TOGGLES } from './dependency-chains.ts';

type AnswerDependency = (toggle: CompiledToggle, evaluation: Evaluation) => Outcome;

/**
 * Answers what a rule depends on. Toggles below which there are more than 100 are not answered by recursion, which would
 * exhaust the call stack: everything that they depend on is answered before, the deepest first. Source: RUL-51.
 * @param lengths the length of the chain below each toggle
 */
export function answerInChains(
  lengths: ReadonlyMap<string, number>,
  toggleOf: (id: string) => CompiledToggle | undefined,
): AnswerDependency {
  const lengthOf = ({ source }: CompiledToggle) => lengths.get(source.id) ?? 1;
  const isDeep = (toggle: CompiledToggle) => lengthOf(toggle) > CHAIN_MAX_TOGGLES;
  if (![...lengths.values()].some((length) => length > CHAIN_MAX_TOGGLES)) return outcomeOf;
  /** What toggles cached may be of another evaluation, which a getter of the context started; then this is not lost. */
  const answered = new WeakMap<Evaluation, Map<CompiledToggle, Outcome>>();

  return (toggle, evaluation) => {
    if (!isDeep(toggle) || toggle.evaluationId === evaluation.id) {
      return outcomeOf(toggle, evaluation);
    }
    const outcomes = answered.get(evaluation) ?? new Map<CompiledToggle, Outcome>();
    answered.set(evaluation, outcomes);
    const needed = new Set([toggle]);
    // A set also iterates over the items that are added during the iteration.
    for (const one of needed) {
      if (outcomes.has(one) || one.evaluationId === evaluation.id) continue;
      for (const id of one.dependsOn ?? []) {
        const other = toggleOf(id);
        if (other !== undefined && isDeep(other)) needed.add(other);
      }
    }
    for (const one of [...needed].sort((a, b) => lengthOf(a) - lengthOf(b))) {
      if (!outcomes.has(one)) outcomes.set(one, outcomeOf(one, evaluation));
    }
    return outcomes.get(toggle) ?? outcomeOf(toggle, evaluation);
  };
}
