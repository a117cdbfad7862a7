import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { pickFields } from '@comporta/contract/fields';
import type { Change } from '@comporta/contract/nouns/change';
import { TARGET_GROUP } from '@comporta/contract/target-groups/target-group';
import type { StoredTargetGroup } from './target-group-repository.ts';

/** The changes of a group that go to the audit log. */

export function targetGroupCreated(
  group: StoredTargetGroup,
  properties: ConditionProperties,
): Change<'targetGroup'> {
  return { action: 'CREATED', ...named(group), after: recorded(group, properties) };
}

export function targetGroupEdited(
  before: StoredTargetGroup,
  after: StoredTargetGroup,
  properties: ConditionProperties,
): Change<'targetGroup'> {
  return {
    action: 'EDITED',
    ...named(after),
    before: recorded(before, properties),
    after: recorded(after, properties),
  };
}

export function targetGroupDeleted(
  group: StoredTargetGroup,
  properties: ConditionProperties,
): Change<'targetGroup'> {
  return { action: 'DELETED', ...named(group), before: recorded(group, properties) };
}

function named({ id, name }: StoredTargetGroup) {
  return { type: 'targetGroup', id, name } as const;
}

function recorded(group: StoredTargetGroup, properties: ConditionProperties) {
  return {
    ...pickFields(TARGET_GROUP, group),
    conditions: group.conditions.map((condition) => namedCondition(condition, properties)),
  };
}
