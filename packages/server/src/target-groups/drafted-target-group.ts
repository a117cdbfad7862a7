import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { keepOmitted } from '@comporta/contract/fields';
import {
  checkTargetGroup,
  TARGET_GROUP,
  type TargetGroupCondition,
  type TargetGroupDraft,
} from '@comporta/contract/target-groups/target-group';
import { newId } from '../platform/base/ids.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion, isUnchanged, nextVersion } from '../platform/base/versions.ts';
import type { Writer } from '../platform/http/write.ts';
import type { StoredTargetGroup } from './target-group-repository.ts';

/** The writer, and the properties that conditions may use. */
type GroupWriter = Writer & { readonly properties: ConditionProperties };

/** The new group that a draft describes. */
export function newTargetGroup(
  { actor, application, properties }: GroupWriter,
  draft: TargetGroupDraft,
): StoredTargetGroup {
  const value = valueOrReject(checkTargetGroup(draft, properties));
  return {
    ...value,
    id: newId(),
    appId: application.id,
    conditions: identified(value.conditions, []),
    ...firstVersion(actor),
  };
}

/** The group with the draft applied; the same object when nothing changes. */
export function editedTargetGroup(
  { actor, properties }: GroupWriter,
  before: StoredTargetGroup,
  draft: TargetGroupDraft,
): StoredTargetGroup {
  const sent = keepOmitted(TARGET_GROUP, draft, before);
  const value = valueOrReject(checkTargetGroup(sent, properties));
  const conditions = identified(value.conditions, before.conditions);
  const edited = { ...before, ...value, conditions };
  return isUnchanged(before, edited) ? before : { ...edited, ...nextVersion(before, actor) };
}

/**
 * A condition keeps the id it already has in the group; any other id that was sent is ignored. A condition
 * without such an id takes the id of an equal stored condition, so that programs that do not keep ids can
 * save a group.
 */
function identified(
  conditions: readonly TargetGroupCondition[],
  stored: readonly TargetGroupCondition[],
): TargetGroupCondition[] {
  const free = new Map(stored.map((condition) => [condition.id, condition]));
  // Claimed ids leave the map, so that a second condition with the same id does not get it, too.
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
