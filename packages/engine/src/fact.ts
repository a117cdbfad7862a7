import type { Check } from './operators/operator.ts';
import { type CompiledProperty, readProperty } from './property.ts';
import type { Walk } from './walk.ts';

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

/** What was found out, and in which turn. */
interface Finding {
  turn: number;
  holds: boolean;
}

export type Test = (walk: Walk) => boolean;

export const ALWAYS: Fact = factOf(() => true);
export const NEVER: Fact = factOf(() => false);

export function factOf(test: Test): Fact {
  return { property: undefined, test, turn: 0, holds: false };
}

/** Nothing absent or unreadable satisfies a condition, negations included. */
export function factOfProperty(property: CompiledProperty, check: Check<unknown>): Fact {
  return { property, check, turn: 0, holds: false };
}

export function holds(fact: Fact, walk: Walk): boolean {
  if (!walk.keepsFacts) return findOut(fact, walk);
  if (fact.turn !== walk.turn) {
    fact.holds = findOut(fact, walk);
    fact.turn = walk.turn;
  }
  return fact.holds;
}

function findOut(fact: Fact, walk: Walk): boolean {
  if (fact.property === undefined) return fact.test(walk);
  const value = readProperty(fact.property, walk);
  return value !== undefined && fact.check(value);
}

export function allOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((walk) => {
    for (const fact of facts) if (!holds(fact, walk)) return false;
    return true;
  });
}

export function anyOf(facts: readonly Fact[]): Fact {
  if (facts.length === 1 && facts[0] !== undefined) return facts[0];
  return factOf((walk) => {
    for (const fact of facts) if (holds(fact, walk)) return true;
    return false;
  });
}

export function noneOf(facts: readonly Fact[]): Fact {
  const any = anyOf(facts);
  return factOf((walk) => !holds(any, walk));
}

export function exactlyOneOf(facts: readonly Fact[]): Fact {
  return factOf((walk) => {
    let count = 0;
    for (const fact of facts) if (holds(fact, walk)) count++;
    return count === 1;
  });
}
