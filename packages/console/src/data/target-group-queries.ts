import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { TargetGroup, TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import {
  createTargetGroup,
  deleteTargetGroup,
  getTargetGroup,
  getTargetGroupVersion,
  listTargetGroups,
  listTargetGroupVersions,
  updateTargetGroup,
} from '@comporta/contract/target-groups/target-group-api';
import type { QueryClient } from '@tanstack/react-query';
import { queriesOf, versionsOf } from './queries-of.ts';

const GROUPS = queriesOf('targetGroups', {
  list: listTargetGroups,
  one: getTargetGroup,
  create: createTargetGroup,
  update: updateTargetGroup,
  remove: deleteTargetGroup,
});

export const {
  list: targetGroupsQuery,
  one: targetGroupQuery,
  fetch: fetchTargetGroup,
  remove: removeTargetGroup,
  forget: forgetTargetGroups,
} = GROUPS;

export const { list: targetGroupVersionsQuery, one: targetGroupVersionQuery } = versionsOf(
  'targetGroups',
  { list: listTargetGroupVersions, one: getTargetGroupVersion },
);

interface TargetGroupSave {
  readonly value: TargetGroupValue;
  /** The properties that the conditions use. */
  readonly properties: ConditionProperties;
  /** The version to save over. */
  readonly ifMatch: number | undefined;
}

/** Creates the group, or saves over the version of it that was loaded. */
export function saveTargetGroup(
  client: QueryClient,
  at: { readonly appId: string; readonly id: string | undefined },
  { value, properties, ifMatch }: TargetGroupSave,
): Promise<TargetGroup> {
  return GROUPS.save(client, at, { value: groupBody(value, properties), ifMatch });
}

/** What is sent of a group: each condition with the type of its property. */
export function groupBody(value: TargetGroupValue, properties: ConditionProperties) {
  const conditions = value.conditions.map((condition) => ({
    ...condition,
    propertyType: properties.get(condition.propertyId)?.type,
  }));
  return { ...value, conditions };
}
