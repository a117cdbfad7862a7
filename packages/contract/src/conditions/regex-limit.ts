import { compileRegex } from '@comporta/engine/operators/regex';
import type { Condition, Rule } from '@comporta/engine/snapshot';

/**
 * Of all patterns of an application together, in instructions: a request may ask for all of them. One
 * that is asked of two properties runs twice, and counts twice. Source: T03.
 */
export const REGEX_MAX_INSTRUCTIONS = 5_000;

export function isRegex({ expression }: Condition): boolean {
  return expression === 'REGEX';
}

/** The same key for conditions that are evaluated once for all of them. */
export function regexKey({ propertyId, term }: Condition): string {
  return `${propertyId} ${term}`;
}

/** Whether these conditions have more instructions than an application may. Other expressions have none. */
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

/** A condition that a rule asks by itself, and where it stands in the rules. */
export interface PlacedCondition {
  readonly condition: Condition;
  readonly at: readonly (string | number)[];
}

export function conditionsOfRules(rules: readonly Rule[]): PlacedCondition[] {
  return rules.flatMap((rule, index) =>
    rule.type === 'PROPERTY'
      ? [{ condition: rule.propertyRule, at: ['rules', index, 'propertyRule'] }]
      : [],
  );
}
