import type { Condition, Rule } from '@comporta/engine/snapshot';

/**
 * The rules, numbered from 1, that match exactly whom an earlier one matches: same type, same
 * condition, same version filter, whatever they return. The last rule takes no part, because an
 * ALL_USERS rule above it is a matter of taste.
 */
export function duplicatedRules(rules: readonly Rule[]): number[] {
  const seen = new Set<string>();
  const duplicated: number[] = [];
  for (const [index, rule] of rules.slice(0, -1).entries()) {
    const key = JSON.stringify([audienceOf(rule), conditionOf(rule.versionRule)]);
    if (seen.has(key)) duplicated.push(index + 1);
    seen.add(key);
  }
  return duplicated;
}

function audienceOf(rule: Rule): readonly unknown[] {
  switch (rule.type) {
    case 'ALL_USERS':
      return [rule.type];
    case 'PROPERTY':
      return [rule.type, conditionOf(rule.propertyRule)];
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = rule.targetGroupRule;
      return [rule.type, policy, [...targetGroupsIds].sort()];
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = rule.toggleDependencyRule;
      return [rule.type, toggleId, value];
    }
  }
}

function conditionOf(condition: Condition | undefined): readonly string[] | null {
  return condition ? [condition.propertyId, condition.expression, condition.term] : null;
}
