import type { Property } from '@comporta/contract/properties/property';
import type { Usage } from '@comporta/contract/usage';
import { and, eq, sql as raw, type SQL } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { writeRows } from '../platform/database/write-rows.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiment-usage.ts';
import { experimentProperties, experiments } from '../tables/experiments.ts';
import { properties } from '../tables/properties.ts';
import { targetGroupProperties, targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

export type StoredProperty = Omit<Property, 'lastChanged'> & Versioned;

const COLUMNS = entityColumns(properties);

export function listPropertiesOf(sql: Sql, applicationId: string): Promise<StoredProperty[]> {
  return sql
    .select(COLUMNS)
    .from(properties)
    .where(eq(properties.applicationId, applicationId))
    .orderBy(byName(properties.key));
}

export async function findProperty(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredProperty | undefined> {
  if (!isId(id)) return undefined;
  const [property] = await sql
    .select(COLUMNS)
    .from(properties)
    .where(and(eq(properties.applicationId, applicationId), eq(properties.id, id)));
  return property;
}

/** Returns the property as it is now stored. */
export async function insertProperty(sql: Sql, property: StoredProperty): Promise<StoredProperty> {
  const { appId: applicationId, ...columns } = property;
  return onlyRow(
    await sql
      .insert(properties)
      .values({ applicationId, ...columns })
      .returning(COLUMNS),
  );
}

/** Returns the property as it is now stored. */
export async function updateProperty(sql: Sql, property: StoredProperty): Promise<StoredProperty> {
  const { id, appId: _fixed, ...columns } = property;
  return onlyRow(
    await sql.update(properties).set(columns).where(eq(properties.id, id)).returning(COLUMNS),
  );
}

/** Inserts or updates many properties. */
export function writeProperties(sql: Sql, many: readonly StoredProperty[]): Promise<void> {
  const rows = many.map(({ appId: applicationId, ...columns }) => ({ applicationId, ...columns }));
  return writeRows(sql, properties, rows);
}

export async function deletePropertyRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(properties).where(eq(properties.id, id));
}

/** The experiments whose rules use the property, named after their toggles. */
export function experimentsUsing(sql: Sql, propertyId: string): Promise<Usage[]> {
  return selectExperiments(sql, eq(experimentProperties.propertyId, propertyId));
}

export function targetGroupsUsing(sql: Sql, propertyId: string): Promise<Usage[]> {
  return selectTargetGroups(sql, eq(targetGroupProperties.propertyId, propertyId));
}

/** The uses of an application's properties, by property id: first target groups, then experiments. */
export async function usesByProperty(
  sql: Sql,
  applicationId: string,
): Promise<ReadonlyMap<string, readonly Usage[]>> {
  const groups = await selectTargetGroups(
    sql,
    eq(targetGroupProperties.applicationId, applicationId),
  );
  const experiments = await selectExperiments(
    sql,
    eq(experimentProperties.applicationId, applicationId),
  );
  return Map.groupBy([...groups, ...experiments], ({ propertyId }) => propertyId);
}

function selectExperiments(sql: Sql, condition: SQL) {
  return sql
    .select({ propertyId: experimentProperties.propertyId, ...EXPERIMENT_USAGE })
    .from(experimentProperties)
    .innerJoin(experiments, eq(experiments.id, experimentProperties.experimentId))
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(condition)
    .orderBy(...BY_NAME);
}

function selectTargetGroups(sql: Sql, condition: SQL) {
  return sql
    .select({
      propertyId: targetGroupProperties.propertyId,
      type: raw<'targetGroup'>`'targetGroup'`,
      id: targetGroups.id,
      name: targetGroups.name,
    })
    .from(targetGroupProperties)
    .innerJoin(targetGroups, eq(targetGroups.id, targetGroupProperties.targetGroupId))
    .where(condition)
    .orderBy(byName(targetGroups.name));
}
