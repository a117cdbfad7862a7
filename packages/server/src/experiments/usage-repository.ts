import { inArray } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { insertRows } from '../platform/database/write-rows.ts';
import {
  experimentDependencies,
  experimentProperties,
  experimentTargetGroups,
} from '../tables/experiments.ts';
import type { StoredExperiment } from './experiment-repository.ts';
import { namedIds } from './named-ids.ts';

/** Stores what the rules of experiments use, so that the foreign keys keep it from being deleted. */
export async function writeUsages(
  sql: Sql,
  experiments: readonly StoredExperiment[],
): Promise<void> {
  for (const usages of [experimentProperties, experimentTargetGroups, experimentDependencies]) {
    const ids = experiments.map(({ id }) => id);
    await sql.delete(usages).where(inArray(usages.experimentId, ids));
  }
  const uses = experiments.map(({ id: experimentId, appId: applicationId, toggleId, rules }) => ({
    of: { applicationId, experimentId },
    named: namedIds(toggleId, rules),
  }));
  await insertRows(
    sql,
    experimentProperties,
    uses.flatMap(({ of, named }) =>
      [...named.properties].map((propertyId) => ({ ...of, propertyId })),
    ),
  );
  await insertRows(
    sql,
    experimentTargetGroups,
    uses.flatMap(({ of, named }) =>
      [...named.targetGroups].map((targetGroupId) => ({ ...of, targetGroupId })),
    ),
  );
  await insertRows(
    sql,
    experimentDependencies,
    uses.flatMap(({ of, named }) =>
      [...named.dependencies].map((dependencyId) => ({ ...of, toggleId: dependencyId })),
    ),
  );
}
