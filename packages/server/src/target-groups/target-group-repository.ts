import { TARGET_GROUP, type TargetGroupValue } from '@comporta/contract/target-groups/target-group';
import type { Usage } from '@comporta/contract/usage';
import { UID } from '@comporta/engine/vocabulary';
import { and, eq, inArray, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed, entityColumns } from '../platform/database/entity-columns.ts';
import { keepReplaced, type Versions } from '../platform/database/kept-versions.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { batchesOf, idsOf, insertRows, writeRows } from '../platform/database/write-rows.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiment-usage.ts';
import { experiments, experimentTargetGroups } from '../tables/experiments.ts';
import { targetGroupProperties, targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import { targetGroupVersions } from '../tables/versions.ts';

export interface StoredTargetGroup extends TargetGroupValue, Versioned {
  readonly id: string;
  readonly appId: string;
}

export const VERSIONS: Versions = {
  of: targetGroups,
  kept: targetGroupVersions,
  body: columnsNamed(targetGroups, TARGET_GROUP.names),
};

const COLUMNS = entityColumns(targetGroups);

export function listTargetGroupsOf(sql: Sql, applicationId: string): Promise<StoredTargetGroup[]> {
  return sql
    .select(COLUMNS)
    .from(targetGroups)
    .where(eq(targetGroups.applicationId, applicationId))
    .orderBy(byName(targetGroups.name));
}

export async function findTargetGroup(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredTargetGroup | undefined> {
  if (!isId(id)) return undefined;
  const [group] = await sql
    .select(COLUMNS)
    .from(targetGroups)
    .where(and(eq(targetGroups.applicationId, applicationId), eq(targetGroups.id, id)));
  return group;
}

/** Returns the group as it is now stored. */
export async function insertTargetGroup(
  sql: Sql,
  group: StoredTargetGroup,
): Promise<StoredTargetGroup> {
  const { appId: applicationId, ...columns } = group;
  const row = onlyRow(
    await sql
      .insert(targetGroups)
      .values({ applicationId, ...columns })
      .returning(COLUMNS),
  );
  await replacePropertyUses(sql, [row]);
  return row;
}

/** Returns the group as it is now stored. */
export async function updateTargetGroup(
  sql: Sql,
  group: StoredTargetGroup,
): Promise<StoredTargetGroup> {
  const { id, appId: _fixed, ...columns } = group;
  await keepReplaced(sql, VERSIONS, [id]);
  const row = onlyRow(
    await sql.update(targetGroups).set(columns).where(eq(targetGroups.id, id)).returning(COLUMNS),
  );
  await replacePropertyUses(sql, [row]);
  return row;
}

/** Inserts or updates many groups, and stores which properties they use. */
export async function writeTargetGroups(
  sql: Sql,
  many: readonly StoredTargetGroup[],
): Promise<void> {
  for (const groups of batchesOf(many)) {
    const rows = groups.map(({ appId: applicationId, ...columns }) => ({
      applicationId,
      ...columns,
    }));
    await keepReplaced(sql, VERSIONS, idsOf(groups));
    await writeRows(sql, targetGroups, rows);
    await replacePropertyUses(sql, groups);
  }
}

async function replacePropertyUses(sql: Sql, groups: readonly StoredTargetGroup[]): Promise<void> {
  const ids = idsOf(groups);
  await sql.delete(targetGroupProperties).where(inArray(targetGroupProperties.targetGroupId, ids));
  const uses = groups.flatMap(({ id, appId, conditions }) => {
    const propertyIds = new Set(conditions.map((condition) => condition.propertyId));
    // Every application has `uid`, without a row in properties.
    propertyIds.delete(UID);
    return [...propertyIds].map((propertyId) => ({
      applicationId: appId,
      targetGroupId: id,
      propertyId,
    }));
  });
  await insertRows(sql, targetGroupProperties, uses);
}

export async function deleteTargetGroupRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(targetGroups).where(eq(targetGroups.id, id));
}

/** The experiments whose rules use the group, named after their toggles. */
export function experimentsUsing(sql: Sql, targetGroupId: string): Promise<Usage[]> {
  return selectUses(sql, eq(experimentTargetGroups.targetGroupId, targetGroupId));
}

/** The same for all groups of an application; each use has the id of its group. */
export function experimentsUsingGroupsOf(sql: Sql, applicationId: string) {
  return selectUses(sql, eq(experimentTargetGroups.applicationId, applicationId));
}

function selectUses(sql: Sql, condition: SQL) {
  return sql
    .select({
      targetGroupId: experimentTargetGroups.targetGroupId,
      ...EXPERIMENT_USAGE,
    })
    .from(experimentTargetGroups)
    .innerJoin(experiments, eq(experiments.id, experimentTargetGroups.experimentId))
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(condition)
    .orderBy(...BY_NAME);
}
