import type { Condition, Rule } from '@comporta/engine/snapshot';

/** Rules with the same key match the same users: their type, condition and version filter are equal. Source: S20. */
export function audienceKey(rule: Rule): string {
  return JSON.stringify([audienceOf(rule), conditionOf(rule.versionRule)]);
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
