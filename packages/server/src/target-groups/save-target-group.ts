import type { PlacedCondition } from '@comporta/contract/conditions/regex-limit';
import type {
  TargetGroup,
  TargetGroupDraft,
  TargetGroupValue,
} from '@comporta/contract/target-groups/target-group';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { enforceRegexLimit } from '../platform/limits/enforce-regex-limit.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import { editedTargetGroup, newTargetGroup } from './drafted-target-group.ts';
import { targetGroupAnswer } from './target-group-answer.ts';
import { targetGroupCreated, targetGroupEdited } from './target-group-changes.ts';
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
  const group = await insertTargetGroup(sql, newTargetGroup({ ...call, properties }, body));
  await enforceRegexLimit(sql, application.id, { conditions: placed(group), before: [] });
  await recordChange({ sql, actor, application }, targetGroupCreated(group, properties));
  return targetGroupAnswer(group, properties);
}

export async function editTargetGroup(
  call: Write<'application', TargetGroupDraft>,
  id: string,
): Promise<TargetGroup> {
  const { sql, actor, application, body, ifMatch } = call;
  const before = orNotFound(await findTargetGroup(sql, application.id, id));
  requireVersion(before, ifMatch);
  const properties = await readConditionProperties(sql, application.id);
  const edited = editedTargetGroup({ ...call, properties }, before, body);
  if (edited === before) return targetGroupAnswer(before, properties);
  const after = await updateTargetGroup(sql, edited);
  await enforceRegexLimit(sql, application.id, {
    conditions: placed(after),
    before: before.conditions,
  });
  await recordChange({ sql, actor, application }, targetGroupEdited(before, after, properties));
  return targetGroupAnswer(after, properties);
}

function placed({ conditions }: Pick<TargetGroupValue, 'conditions'>): PlacedCondition[] {
  return conditions.map((condition, index) => ({ condition, at: ['conditions', index] }));
}
