import { type Evaluation, NO_EVALUATION } from './evaluation.ts';
import type { Check } from './operators/operator.ts';
import { type CompiledProperty, readProperty } from './property.ts';

/**
 * A predicate on a context, with its cached result: a condition, a target group, or all that a rule requires. Rules
 * with the same requirement share the fact.
 */
export type Fact = PropertyFact | OtherFact;

/** The most common fact has no function of its own, which saves one call per condition. */
interface PropertyFact extends Finding {
  readonly property: CompiledProperty;
  readonly check: Check<unknown>;
}

interface OtherFact extends Finding {
  readonly property: undefined;
  readonly test: Test;
}

/** The cached result, and the evaluation that it belongs to. */
interface Finding {
  evaluationId: number;
  holds: boolean;
}

/** Answers the same whenever it is asked in one evaluation. */
export type Test = (evaluation: Evaluation) => boolean;

/** Holds for everybody. */
export const ALWAYS: Fact = factOf(() => true);
/** Holds for nobody. */
export const NEVER: Fact = factOf(() => false);

/** A fact whose test runs at most once in an evaluation that keeps facts. */
export function factOf(test: Test): Fact {
  return { property: undefined, test, evaluationId: NO_EVALUATION, holds: false };
}

/** An absent or unreadable value satisfies no condition, not even a negated one. */
export function factOfProperty(property: CompiledProperty, check: Check<unknown>): Fact {
  return { property, check, evaluationId: NO_EVALUATION, holds: false };
}

/** Runs the test, unless its result in this evaluation is known. */
export function holds(fact: Fact, evaluation: Evaluation): boolean {
  if (!evaluation.keepsFacts) return findOut(fact, evaluation);
  if (fact.evaluationId !== evaluation.id) {
    fact.holds = findOut(fact, evaluation);
    fact.evaluationId = evaluation.id;
  }
  return fact.holds;
}

function findOut(fact: Fact, evaluation: Evaluation): boolean {
  if (fact.property === undefined) return fact.test(evaluation);
  const value = readProperty(fact.property, evaluation);
  return value !== undefined && fact.check(value);
}

/** Holds when there are none. */
export function allOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((evaluation) => {
    for (const fact of facts) if (!holds(fact, evaluation)) return false;
    return true;
  });
}

/** Does not hold when there are none. */
export function anyOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((evaluation) => {
    for (const fact of facts) if (holds(fact, evaluation)) return true;
    return false;
  });
}

/** Holds when there are none. */
export function noneOf(facts: readonly Fact[]): Fact {
  const any = anyOf(facts);
  return factOf((evaluation) => !holds(any, evaluation));
}

/** Holds where the other does not. Its own result is kept, not that of the other, which is cheap to find out. */
export function notOf(fact: Fact): Fact {
  return factOf((evaluation) => !findOut(fact, evaluation));
}

/** Checks all of them. */
export function exactlyOneOf(facts: readonly Fact[]): Fact {
  return factOf((evaluation) => {
    let count = 0;
    for (const fact of facts) if (holds(fact, evaluation)) count++;
    return count === 1;
  });
}
