import type { Rule, RulePart } from '../snapshot.ts';

/** The parts of a rule: several of a combined one, none of a rule for everyone, otherwise the rule itself. */
export function partsOf(rule: Rule): readonly RulePart[] {
  switch (rule.type) {
    case 'ALL_USERS':
      return [];
    case 'COMBINED':
      return rule.combinedRule.conditions;
    default:
      return [rule];
  }
}

/** The id of the toggle that a part depends on, in a list for `flatMap`. */
export function toggleNeeded(part: RulePart): readonly string[] {
  return part.type === 'TOGGLE_DEPENDENCY' ? [part.toggleDependencyRule.toggleId] : [];
}
