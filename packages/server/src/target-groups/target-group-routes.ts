import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import * as api from '@comporta/contract/target-groups/target-group-api';
import { withNamesOfDeleted } from '../platform/changes/names-of-deleted.ts';
import { CONSISTENT_READ } from '../platform/database/database.ts';
import type { Server } from '../platform/http/route.ts';
import { getOne, getVersion, listUsed, versionsOf } from '../platform/nouns/verbs.ts';
import { experimentsByGroup } from './group-use-repository.ts';
import { createTargetGroup, deleteTargetGroup, editTargetGroup } from './save-target-group.ts';
import { type StoredTargetGroup, TARGET_GROUPS } from './target-group-noun.ts';
import { goneOf, type Properties, type Reading, withProperties } from './with-properties.ts';

export function targetGroupRoutes({ route }: Server): void {
  route(api.listTargetGroups, (call) =>
    asOfNow(call, async (reading) => {
      const groups = await listUsed(TARGET_GROUPS, reading, experimentsByGroup);
      return groups.map((group) => withTypes(group, reading));
    }),
  );
  route(api.getTargetGroup, (call) =>
    asOfNow(call, async (reading) => withTypes(await getOne(TARGET_GROUPS, reading), reading)),
  );
  route(api.createTargetGroup, async (call) => {
    const write = await withProperties(call);
    return withTypes(await createTargetGroup(write), write);
  });
  route(api.updateTargetGroup, async (call) => {
    const write = await withProperties(call);
    return withTypes(await editTargetGroup(write), write);
  });
  route(api.deleteTargetGroup, async (call) => deleteTargetGroup(await withProperties(call)));
  route(api.listTargetGroupVersions, (call) => versionsOf(TARGET_GROUPS, call));
  route(api.getTargetGroupVersion, async (call) => {
    const saved = await getVersion(TARGET_GROUPS, call);
    const gone = goneOf(saved.body, await withProperties(call));
    const names = await withNamesOfDeleted(call.sql, call.application.id, gone);
    return { ...saved, missing: names };
  });
}

/** Reads groups and their properties as of one moment. */
function asOfNow<Call extends Reading, Answer>(
  call: Call,
  read: (reading: Call & Properties) => Promise<Answer>,
): Promise<Answer> {
  return call.sql.transaction(
    async (sql) => read(await withProperties({ ...call, sql })),
    CONSISTENT_READ,
  );
}

/** A group as the API returns it: each condition has the type of its property. */
function withTypes<Group extends Pick<StoredTargetGroup, 'conditions'>>(
  group: Group,
  { properties }: Properties,
): Group & Pick<TargetGroup, 'conditions'> {
  return {
    ...group,
    conditions: group.conditions.map((condition) => {
      const property = properties.get(condition.propertyId);
      // The foreign keys of target_group_properties keep used properties from being deleted.
      if (property === undefined) throw new Error(`no property ${condition.propertyId}`);
      return { ...condition, propertyType: property.type };
    }),
  };
}
