import type { Condition, Rule, RulePart } from '@comporta/engine/snapshot';

/**
 * Rules with the same key match the same users: their type, condition and version filter are equal. The order of parts
 * does not count. Source: S20, RUL-21.
 */
export function audienceKey(rule: Rule): string {
  return JSON.stringify([audienceOf(rule), conditionOf(rule.versionRule)]);
}

function audienceOf(rule: Rule): readonly unknown[] {
  switch (rule.type) {
    case 'ALL_USERS':
      return [rule.type];
    case 'COMBINED': {
      const { policy, conditions } = rule.combinedRule;
      return [rule.type, policy, [...new Set(conditions.map(partKey))].sort()];
    }
    default:
      return audienceOfPart(rule);
  }
}

/** Parts with the same key hold for the same users. */
export function partKey(part: RulePart): string {
  return JSON.stringify(audienceOfPart(part));
}

function audienceOfPart(part: RulePart): readonly unknown[] {
  switch (part.type) {
    case 'PROPERTY':
      return [part.type, conditionOf(part.propertyRule)];
    case 'TARGET_GROUP': {
      const { policy, targetGroupsIds } = part.targetGroupRule;
      return [part.type, policy, [...targetGroupsIds].sort()];
    }
    case 'TOGGLE_DEPENDENCY': {
      const { toggleId, value } = part.toggleDependencyRule;
      return [part.type, toggleId, value];
    }
  }
}

function conditionOf(condition: Condition | undefined): readonly string[] | null {
  return condition ? [condition.propertyId, condition.expression, condition.term] : null;
}
