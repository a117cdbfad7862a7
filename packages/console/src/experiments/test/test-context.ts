import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import { UID } from '@comporta/engine/vocabulary';
import type { EditedRule } from '../rule/edited-rule.ts';

/** The ids of the properties that rules look at, themselves or through their groups; `uid` is asked for anyway. */
export function propertiesLookedAt(
  rules: readonly EditedRule[],
  targetGroups: ReadonlyMap<string, TargetGroup>,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const rule of rules) {
    if (rule.versionRule !== undefined) ids.add(rule.versionRule.propertyId);
    if (rule.type === 'PROPERTY' && rule.propertyRule) ids.add(rule.propertyRule.propertyId);
    if (rule.type !== 'TARGET_GROUP') continue;
    for (const groupId of rule.targetGroupRule.targetGroupsIds) {
      for (const { propertyId } of targetGroups.get(groupId)?.conditions ?? []) ids.add(propertyId);
    }
  }
  ids.delete(UID);
  return ids;
}

/** What is sent of the fields: an empty one stands for a request without the property. */
export function givenProperties(
  values: ReadonlyMap<string, string>,
): Readonly<Record<string, string>> {
  return Object.fromEntries([...values].filter(([, value]) => value !== ''));
}
