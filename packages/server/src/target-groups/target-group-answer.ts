import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { ListedTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { withLastChanged } from '../platform/base/versions.ts';
import { CONSISTENT_READ, type Sql } from '../platform/database/database.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import {
  experimentsUsingGroupsOf,
  findTargetGroup,
  listTargetGroupsOf,
  type StoredTargetGroup,
} from './target-group-repository.ts';

/** A group as the API returns it: each condition has the type of its property. */
export function targetGroupAnswer(
  group: StoredTargetGroup,
  properties: ConditionProperties,
): TargetGroup {
  return {
    ...withLastChanged(group),
    conditions: group.conditions.map((condition) => {
      const property = properties.get(condition.propertyId);
      // The foreign keys of target_group_properties keep used properties from being deleted.
      if (property === undefined) throw new Error(`no property ${condition.propertyId}`);
      return { ...condition, propertyType: property.type };
    }),
  };
}

export function getTargetGroup(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<TargetGroup | undefined> {
  return sql.transaction(async (moment) => {
    const group = await findTargetGroup(moment, applicationId, id);
    return group && targetGroupAnswer(group, await readConditionProperties(moment, applicationId));
  }, CONSISTENT_READ);
}

export function listTargetGroups(sql: Sql, applicationId: string): Promise<ListedTargetGroup[]> {
  return sql.transaction(async (moment) => {
    const groups = await listTargetGroupsOf(moment, applicationId);
    const properties = await readConditionProperties(moment, applicationId);
    const uses = await experimentsUsingGroupsOf(moment, applicationId);
    const usesByGroup = Map.groupBy(uses, (use) => use.targetGroupId);
    return groups.map((group) => ({
      ...targetGroupAnswer(group, properties),
      usedBy: usesByGroup.get(group.id) ?? [],
    }));
  }, CONSISTENT_READ);
}
