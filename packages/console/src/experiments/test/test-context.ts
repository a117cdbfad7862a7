import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import { UID } from '@comporta/engine/vocabulary';
import { type GivenProperties, givenValue } from '../../parts/conditions/given-value.ts';
import { editedParts } from '../rule/combined-parts.ts';
import type { EditedRule } from '../rule/edited-rule.ts';

/** The ids of the properties that rules use, directly or through their groups; `uid` is always asked for. */
export function propertiesLookedAt(
  rules: readonly EditedRule[],
  targetGroups: ReadonlyMap<string, TargetGroup>,
): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const rule of rules) {
    if (rule.valueSpec.type === 'SPLIT' && rule.valueSpec.by) ids.add(rule.valueSpec.by);
    if (rule.versionRule !== undefined) ids.add(rule.versionRule.propertyId);
    for (const part of editedParts(rule)) {
      if (part.type === 'PROPERTY' && part.propertyRule) ids.add(part.propertyRule.propertyId);
      if (part.type !== 'TARGET_GROUP') continue;
      for (const groupId of part.targetGroupRule.targetGroupsIds) {
        const conditions = targetGroups.get(groupId)?.conditions ?? [];
        for (const { propertyId } of conditions) ids.add(propertyId);
      }
    }
  }
  ids.delete(UID);
  return ids;
}

/** The properties to send; an empty field stands for a request without the property. */
export function givenProperties(
  values: ReadonlyMap<string, string>,
  properties: ConditionProperties,
): GivenProperties {
  const types = new Map([...properties.values()].map(({ key, type }) => [key, type]));
  const given = [...values].filter(([, value]) => value !== '');
  return Object.fromEntries(given.map(([key, text]) => [key, givenValue(types.get(key), text)]));
}
