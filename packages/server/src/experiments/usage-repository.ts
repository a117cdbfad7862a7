import { eq } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import {
  experimentDependencies,
  experimentProperties,
  experimentTargetGroups,
} from '../tables/experiments.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';

/** Writes down what the rules use, so that nothing of it can be deleted meanwhile. */
export async function replaceUsage(
  sql: Sql,
  { id: experimentId, appId: applicationId, toggleId, rules }: StoredExperiment,
): Promise<void> {
  const named = namedIds(toggleId, rules);
  const rowsOf = <Row>(ids: ReadonlySet<string>, row: (id: string) => Row) =>
    [...ids].map((id) => ({ applicationId, experimentId, ...row(id) }));

  await sql.delete(experimentProperties).where(eq(experimentProperties.experimentId, experimentId));
  await sql
    .delete(experimentTargetGroups)
    .where(eq(experimentTargetGroups.experimentId, experimentId));
  await sql
    .delete(experimentDependencies)
    .where(eq(experimentDependencies.experimentId, experimentId));
  // An insert of no rows is no SQL.
  const propertyRows = rowsOf(named.properties, (propertyId) => ({ propertyId }));
  if (propertyRows.length > 0) await sql.insert(experimentProperties).values(propertyRows);
  const groupRows = rowsOf(named.targetGroups, (targetGroupId) => ({ targetGroupId }));
  if (groupRows.length > 0) await sql.insert(experimentTargetGroups).values(groupRows);
  const toggleRows = rowsOf(named.dependencies, (dependencyId) => ({ toggleId: dependencyId }));
  if (toggleRows.length > 0) await sql.insert(experimentDependencies).values(toggleRows);
}
