import type { ConditionProperties } from '@comporta/contract/conditions/condition';
import { namedCondition } from '@comporta/contract/conditions/named-condition';
import { keepOmitted, pickFields } from '@comporta/contract/fields';
import {
  checkTargetGroup,
  TARGET_GROUP,
  type TargetGroupCondition,
  type TargetGroupDraft,
  type TargetGroupValue,
} from '@comporta/contract/target-groups/target-group';
import { newId } from '../platform/base/ids.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { firstVersion } from '../platform/base/versions.ts';
import { idFor } from '../platform/callers/application-scope.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import type { Versions } from '../platform/database/kept-versions.ts';
import type { Writer } from '../platform/http/write.ts';
import { type Noun, type Stored, telling, withFields } from '../platform/nouns/noun.ts';
import { rowsOf } from '../platform/nouns/rows.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { targetGroupVersions } from '../tables/versions.ts';
import { replacePropertyUses } from './property-use-repository.ts';

export interface StoredTargetGroup extends TargetGroupValue, Stored {}

/** The writer, and the properties that conditions may use. */
export type GroupWriter = Writer & { readonly properties: ConditionProperties };

const versions: Versions = {
  of: targetGroups,
  kept: targetGroupVersions,
  body: columnsNamed(targetGroups, TARGET_GROUP.names),
};

export const TARGET_GROUPS: Noun<StoredTargetGroup, TargetGroupDraft, GroupWriter> & {
  readonly versions: Versions;
} = {
  type: 'targetGroup',
  versions,
  rows: rowsOf<StoredTargetGroup>(targetGroups, targetGroups.name, {
    versions,
    alsoWrite: replacePropertyUses,
  }),
  named: 'name',
  valueOf: (group) => pickFields(TARGET_GROUP, group),
  create({ actor, application, properties }, draft) {
    const value = valueOrReject(checkTargetGroup(draft, properties));
    const conditions = identified(value.conditions, []);
    return {
      ...value,
      id: idFor(application),
      appId: application.id,
      conditions,
      ...firstVersion(actor),
    };
  },
  edit(writer, before, draft) {
    const sent = keepOmitted(TARGET_GROUP, draft, before);
    const value = valueOrReject(checkTargetGroup(sent, writer.properties));
    const conditions = identified(value.conditions, before.conditions);
    return withFields(writer, before, { ...value, conditions });
  },
  ...telling({
    type: 'targetGroup',
    named: 'name',
    recorded: (group: StoredTargetGroup, { properties }: GroupWriter) => ({
      ...pickFields(TARGET_GROUP, group),
      conditions: group.conditions.map((condition) => namedCondition(condition, properties)),
    }),
  }),
};

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
