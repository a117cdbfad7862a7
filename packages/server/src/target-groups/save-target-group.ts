import type { PlacedCondition } from '@comporta/contract/conditions/regex-limit';
import {
  checkTargetGroup,
  type TargetGroup,
  type TargetGroupCondition,
  type TargetGroupDraft,
  type TargetGroupValue,
} from '@comporta/contract/target-groups/target-group';
import { newId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import {
  firstVersion,
  isUnchanged,
  nextVersion,
  requireVersion,
} from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { enforceRegexLimit } from '../platform/limits/enforce-regex-limit.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import { targetGroupAnswer } from './target-group-answer.ts';
import { targetGroupAudit } from './target-group-audit.ts';
import {
  findTargetGroup,
  insertTargetGroup,
  updateTargetGroup,
} from './target-group-repository.ts';

export async function createTargetGroup(
  call: Write<'application', TargetGroupDraft>,
): Promise<TargetGroup> {
  const { sql, actor, application, body } = call;
  const properties = await readConditionProperties(sql, application.id);
  const value = valueOrReject(checkTargetGroup(body, properties));
  const group = await insertTargetGroup(sql, {
    ...value,
    id: newId(),
    appId: application.id,
    conditions: identified(value.conditions, []),
    ...firstVersion(actor.name),
  });
  await enforceRegexLimit(sql, application.id, { conditions: placed(group), before: [] });
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'targetGroup',
    id: group.id,
    name: group.name,
    after: targetGroupAudit(group, properties),
  });
  return targetGroupAnswer(group, properties);
}

export async function editTargetGroup(
  { sql, actor, application, body, ifMatch }: Write<'application', TargetGroupDraft>,
  id: string,
): Promise<TargetGroup> {
  const before = orNotFound(await findTargetGroup(sql, application.id, id));
  requireVersion(before, ifMatch);
  const properties = await readConditionProperties(sql, application.id);
  const value = valueOrReject(checkTargetGroup(body, properties));
  const conditions = identified(value.conditions, before.conditions);
  const edited = { ...before, ...value, conditions };
  if (isUnchanged(before, edited)) return targetGroupAnswer(before, properties);
  const after = await updateTargetGroup(sql, { ...edited, ...nextVersion(before, actor.name) });
  await enforceRegexLimit(sql, application.id, {
    conditions: placed(after),
    before: before.conditions,
  });
  await recordChange(sql, actor, application, {
    action: 'EDITED',
    type: 'targetGroup',
    id,
    name: after.name,
    before: targetGroupAudit(before, properties),
    after: targetGroupAudit(after, properties),
  });
  return targetGroupAnswer(after, properties);
}

function placed({ conditions }: Pick<TargetGroupValue, 'conditions'>): PlacedCondition[] {
  return conditions.map((condition, index) => ({ condition, at: ['conditions', index] }));
}

/**
 * A condition keeps the id it already has in the group; any other id that was sent means nothing. One
 * without such an id that says the same as a stored one is that one, so that a group may be saved by
 * a program that does not keep ids.
 */
function identified(
  conditions: readonly TargetGroupCondition[],
  stored: readonly TargetGroupCondition[],
): TargetGroupCondition[] {
  const free = new Map(stored.map((condition) => [condition.id, condition]));
  // Taken out of the map, so that a copy sent along does not get the same id.
  const claimed = conditions.map(({ id }) => (free.delete(id) ? id : undefined));
  return conditions.map((condition, index) => {
    const id = claimed[index] ?? idOfEqual(condition, free.values()) ?? newId();
    free.delete(id);
    return { ...condition, id };
  });
}

function idOfEqual(
  { propertyId, expression, term }: TargetGroupCondition,
  others: Iterable<TargetGroupCondition>,
): string | undefined {
  for (const other of others) {
    const isEqual =
      other.propertyId === propertyId && other.expression === expression && other.term === term;
    if (isEqual) return other.id;
  }
  return undefined;
}
