import type { Usage } from '@comporta/contract/usage';
import { eq, sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiments/experiment-usage.ts';
import { experimentProperties, experiments } from '../tables/experiments.ts';
import { targetGroupProperties, targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';

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
