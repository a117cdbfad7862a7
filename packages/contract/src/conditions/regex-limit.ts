import { compileRegex } from '@comporta/engine/operators/regex';
import type { Condition, Rule } from '@comporta/engine/snapshot';
import { placedParts } from '../experiments/placed-parts.ts';

/**
 * Limit for all patterns of an application together, in instructions, because one request may run all of them. A
 * pattern that is used with two properties runs twice, and counts twice. Source: T03.
 */
export const REGEX_MAX_INSTRUCTIONS = 5_000;

/** Also for the opposite, which runs the same pattern. */
export function isRegex({ expression }: Condition): boolean {
  return expression === 'REGEX' || expression === 'NOT_REGEX';
}

/** Conditions with the same key are evaluated only once. */
export function regexKey({ propertyId, term }: Condition): string {
  return `${propertyId} ${term}`;
}

/** Whether these conditions together exceed the limit of an application. Only patterns have instructions. */
export function exceedsRegexLimit(conditions: Iterable<Condition>): boolean {
  const counted = new Set<string>();
  let instructions = 0;
  for (const condition of conditions) {
    if (!isRegex(condition) || counted.has(regexKey(condition))) continue;
    counted.add(regexKey(condition));
    instructions += compileRegex(condition.term)?.size ?? 0;
    if (instructions > REGEX_MAX_INSTRUCTIONS) return true;
  }
  return false;
}

/** A condition that is directly in a rule, and its place in the rules. */
export interface PlacedCondition {
  readonly condition: Condition;
  readonly at: readonly (string | number)[];
}

/** The conditions on properties, each with its place in the experiment. Version filters have no patterns. */
export function conditionsOfRules(rules: readonly Rule[]): PlacedCondition[] {
  return placedParts(rules).flatMap(({ part, at }) =>
    part.type === 'PROPERTY' ? [{ condition: part.propertyRule, at: [...at, 'propertyRule'] }] : [],
  );
}
