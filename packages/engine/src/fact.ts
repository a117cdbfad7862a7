import { type Evaluation, NO_EVALUATION } from './evaluation.ts';
import type { Check } from './operators/operator.ts';
import { type CompiledProperty, readProperty } from './property.ts';

/**
 * Something that holds or does not hold for a context: a condition, a target group, what a rule
 * asks for. Rules that ask for the same share the fact.
 */
export type Fact = PropertyFact | OtherFact;

/** The commonest fact has no test of its own: that would be one more call for each condition. */
interface PropertyFact extends Finding {
  readonly property: CompiledProperty;
  readonly check: Check<unknown>;
}

interface OtherFact extends Finding {
  readonly property: undefined;
  readonly test: Test;
}

/** What was found out, and in which evaluation. */
interface Finding {
  evaluationId: number;
  holds: boolean;
}

export type Test = (evaluation: Evaluation) => boolean;

export const ALWAYS: Fact = factOf(() => true);
export const NEVER: Fact = factOf(() => false);

export function factOf(test: Test): Fact {
  return { property: undefined, test, evaluationId: NO_EVALUATION, holds: false };
}

/** Nothing absent or unreadable satisfies a condition, negations included. */
export function factOfProperty(property: CompiledProperty, check: Check<unknown>): Fact {
  return { property, check, evaluationId: NO_EVALUATION, holds: false };
}

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

export function allOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((evaluation) => {
    for (const fact of facts) if (!holds(fact, evaluation)) return false;
    return true;
  });
}

export function anyOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((evaluation) => {
    for (const fact of facts) if (holds(fact, evaluation)) return true;
    return false;
  });
}

export function noneOf(facts: readonly Fact[]): Fact {
  const any = anyOf(facts);
  return factOf((evaluation) => !holds(any, evaluation));
}

export function exactlyOneOf(facts: readonly Fact[]): Fact {
  return factOf((evaluation) => {
    let count = 0;
    for (const fact of facts) if (holds(fact, evaluation)) count++;
    return count === 1;
  });
}
