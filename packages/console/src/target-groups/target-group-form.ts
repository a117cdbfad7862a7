import { pickFields } from '@comporta/contract/fields';
import type { Problem } from '@comporta/contract/problem';
import {
  NEW_TARGET_GROUP,
  TARGET_GROUP,
  type TargetGroup,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { UID } from '@comporta/engine/vocabulary';
import { type ConditionField, NEW_CONDITION } from '../parts/conditions/condition-form.ts';

export type Conditions = TargetGroupDraft['conditions'];

export function targetGroupDraft(group: TargetGroup): TargetGroupDraft {
  return {
    ...pickFields(TARGET_GROUP, group),
    conditions: group.conditions.map(({ propertyType: _, ...condition }) => condition),
  };
}

/** Starts a new group, which asks for an id list where it is made from one. */
export function newTargetGroup(listId: string | null): TargetGroupDraft {
  if (listId === null) return NEW_TARGET_GROUP;
  const condition = { id: 'c1', propertyId: UID, expression: 'IN_LIST', term: listId };
  return { ...NEW_TARGET_GROUP, conditions: [condition] };
}

/** Starts the next group with the same policy. */
export function nextTargetGroup({ policy }: TargetGroupDraft): TargetGroupDraft {
  return { ...NEW_TARGET_GROUP, policy };
}

export function addCondition(conditions: Conditions): Conditions {
  return [...conditions, { id: freshId(conditions), ...NEW_CONDITION }];
}

/** Inserts a copy right after the original. */
export function duplicateCondition(conditions: Conditions, index: number): Conditions {
  const original = conditions[index];
  if (original === undefined) return conditions;
  return conditions.toSpliced(index + 1, 0, { ...original, id: freshId(conditions) });
}

export function removeCondition(conditions: Conditions, index: number): Conditions {
  return conditions.toSpliced(index, 1);
}

export function changeCondition(
  conditions: Conditions,
  index: number,
  condition: Conditions[number],
): Conditions {
  return conditions.with(index, condition);
}

/** Identifies a new condition on the screen; the server replaces the id by its own. */
function freshId(conditions: Conditions): string {
  const numbers = conditions.map(({ id }) => Number(/^new-(\d+)$/.exec(id)?.[1] ?? 0));
  return `new-${Math.max(0, ...numbers) + 1}`;
}

/** The condition that a problem is about, and its field. */
export function conditionAt(
  problem: Problem | undefined,
): { readonly index: number; readonly field: ConditionField } | undefined {
  const [part, index, field] = problem?.at ?? [];
  if (part !== 'conditions' || typeof index !== 'number' || !isField(field)) return undefined;
  return { index, field };
}

function isField(field: string | number | undefined): field is ConditionField {
  return field === 'propertyId' || field === 'expression' || field === 'term';
}
