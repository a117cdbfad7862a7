import type { RulePartType, TargetGroupPolicy } from '@comporta/engine/vocabulary';
import { type EditedPart, emptyPart, partOf } from './edited-part.ts';
import { type EditedRule, newRuleKey, withAudience } from './edited-rule.ts';

/** The conditions of a rule, in their order: none of a rule for everyone, one of a simple rule. */
export function editedParts(rule: EditedRule): readonly EditedPart[] {
  if (rule.type === 'ALL_USERS') return [];
  return rule.type === 'COMBINED' ? rule.combinedRule.conditions : [rule];
}

/** Where the fields and the problems of a condition are. The only condition of a rule is in the rule's own place. */
export function pathOfPart(rule: EditedRule, index: number): readonly (string | number)[] {
  return rule.type === 'COMBINED' ? ['combinedRule', 'conditions', index] : [];
}

/** Changes one condition of a rule. */
export function withPart(
  rule: EditedRule,
  index: number,
  change: (part: EditedPart) => EditedPart,
): EditedRule {
  if (rule.type === 'ALL_USERS') return rule;
  if (rule.type !== 'COMBINED') return withAudience(rule, change(partOf(rule)));
  const { policy, conditions } = rule.combinedRule;
  const changed = conditions.map((part, place) =>
    place === index ? { ...change(partOf(part)), key: part.key } : part,
  );
  return withAudience(rule, { type: 'COMBINED', combinedRule: { policy, conditions: changed } });
}

/** Adds an empty condition at the end; a simple rule becomes one whose conditions must all hold. Source: RUL-40. */
export function withPartAdded(rule: EditedRule): EditedRule {
  const index = editedParts(rule).length;
  return withPartAt(rule, emptyPart('PROPERTY'), { index, policy: 'AND' });
}

/** Inserts a condition at an index; `policy` counts if the rule had only one. */
export function withPartAt(
  rule: EditedRule,
  part: EditedPart,
  { index, policy }: { readonly index: number; readonly policy: TargetGroupPolicy },
): EditedRule {
  if (rule.type === 'ALL_USERS') return rule;
  const { policy: kept, conditions } =
    rule.type === 'COMBINED' ? rule.combinedRule : { policy, conditions: [keyed(rule)] };
  const combinedRule = { policy: kept, conditions: conditions.toSpliced(index, 0, keyed(part)) };
  return withAudience(rule, { type: 'COMBINED', combinedRule });
}

function keyed(part: EditedPart) {
  return { ...partOf(part), key: newRuleKey() };
}

/** Removes a condition; one that is left makes a simple rule again. */
export function withoutPart(rule: EditedRule, index: number): EditedRule {
  if (rule.type !== 'COMBINED') return rule;
  const { policy, conditions } = rule.combinedRule;
  const left = conditions.toSpliced(index, 1);
  const [first, ...others] = left;
  if (first === undefined) return rule;
  if (others.length === 0) return withAudience(rule, partOf(first));
  return withAudience(rule, { type: 'COMBINED', combinedRule: { policy, conditions: left } });
}

export function withPolicy(rule: EditedRule, policy: TargetGroupPolicy): EditedRule {
  if (rule.type !== 'COMBINED') return rule;
  const { conditions } = rule.combinedRule;
  return withAudience(rule, { type: 'COMBINED', combinedRule: { policy, conditions } });
}

/** Changes the type of a condition, which starts empty. */
export function withPartType(rule: EditedRule, index: number, type: RulePartType): EditedRule {
  return withPart(rule, index, () => emptyPart(type));
}

/** Whether "Only for users with…" would change the rule, and narrow it. Of several any one of which is enough, it would not. */
export function canRequire(rule: EditedRule, propertyId: string): boolean {
  if (rule.type === 'COMBINED' && rule.combinedRule.policy === 'OR') return false;
  return !editedParts(rule).some(
    (part) =>
      part.type === 'PROPERTY' &&
      part.propertyRule?.propertyId === propertyId &&
      part.propertyRule.expression === 'IS_SET',
  );
}

/** Limits a rule to users with a value of the property, so that others go on to the next rule. Source: RUL-32. */
export function withRequired(rule: EditedRule, propertyId: string): EditedRule {
  const propertyRule = { propertyId, expression: 'IS_SET', term: '' };
  const part = { type: 'PROPERTY', propertyRule } as const;
  if (rule.type === 'ALL_USERS') return withAudience(rule, part);
  return withPartAt(rule, part, { index: editedParts(rule).length, policy: 'AND' });
}
