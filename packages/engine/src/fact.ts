import type { Walk } from './walk.ts';

/**
 * Something that holds or does not hold for a context: a condition, a target group, what a rule
 * asks for. Rules that ask for the same share the fact, which is found out once per evaluation.
 */
export interface Fact {
  readonly test: Test;
  turn: number;
  holds: boolean;
}

export type Test = (walk: Walk) => boolean;

export const ALWAYS: Fact = factOf(() => true);
export const NEVER: Fact = factOf(() => false);

export function factOf(test: Test): Fact {
  return { test, turn: 0, holds: false };
}

export function holds(fact: Fact, walk: Walk): boolean {
  if (fact.turn !== walk.turn) {
    fact.holds = fact.test(walk);
    fact.turn = walk.turn;
  }
  return fact.holds;
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
