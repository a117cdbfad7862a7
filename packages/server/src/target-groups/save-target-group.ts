import {
  checkTargetGroup,
  type TargetGroup,
  type TargetGroupCondition,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { accept } from '../platform/base/checked.ts';
import { found } from '../platform/base/found.ts';
import { newId } from '../platform/base/ids.ts';
import { firstVersion, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { recordChange } from '../platform/changes/changes.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Actor } from '../platform/identity/actor.ts';
import type { ApplicationScope } from '../platform/identity/application-scope.ts';
import { readConditionProperties } from './condition-property-repository.ts';
import { answerOf } from './target-group-answer.ts';
import { auditOf } from './target-group-audit.ts';
import {
  findTargetGroup,
  insertTargetGroup,
  type StoredTargetGroup,
  updateTargetGroup,
} from './target-group-repository.ts';

interface Save {
  readonly sql: Sql;
  readonly actor: Actor;
  readonly application: ApplicationScope;
  readonly body: TargetGroupDraft;
}

interface Edit extends Save {
  readonly ifMatch: number | undefined;
}

export async function createTargetGroup(call: Save): Promise<TargetGroup> {
  const { sql, actor, application, body } = call;
  const properties = await readConditionProperties(sql, application.id);
  const value = accept(checkTargetGroup(body, properties));
  const group: StoredTargetGroup = {
    ...value,
    id: newId(),
    appId: application.id,
    conditions: identified(value.conditions, []),
    ...firstVersion(actor.name),
  };
  await insertTargetGroup(sql, group);
  await recordChange(sql, actor, application, {
    action: 'CREATED',
    type: 'targetGroup',
    id: group.id,
    name: group.name,
    after: auditOf(group, properties),
  });
  return answerOf(group, properties);
}

export async function editTargetGroup(
  { sql, actor, application, body, ifMatch }: Edit,
  id: string,
): Promise<TargetGroup> {
  const before = found(await findTargetGroup(sql, application.id, id));
  requireVersion(before, ifMatch);
  const properties = await readConditionProperties(sql, application.id);
  const value = accept(checkTargetGroup(body, properties));
  const after: StoredTargetGroup = {
    ...before,
    ...value,
    conditions: identified(value.conditions, before.conditions),
    ...nextVersion(before, actor.name),
  };
  await updateTargetGroup(sql, after);
  await recordChange(sql, actor, application, {
    action: 'EDITED',
    type: 'targetGroup',
    id,
    name: after.name,
    before: auditOf(before, properties),
    after: auditOf(after, properties),
  });
  return answerOf(after, properties);
}

/** A condition keeps the id it already has in the group; any other id that was sent means nothing. */
function identified(
  conditions: readonly TargetGroupCondition[],
  stored: readonly TargetGroupCondition[],
): TargetGroupCondition[] {
  const known = new Set(stored.map((condition) => condition.id));
  return conditions.map((condition) => ({
    ...condition,
    // Taken out of the set, so that a copy sent along does not get the same id.
    id: known.delete(condition.id) ? condition.id : newId(),
  }));
}
