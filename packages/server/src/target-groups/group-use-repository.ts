import type { Usage } from '@comporta/contract/usage';
import { eq, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiments/experiment-usage.ts';
import { experiments, experimentTargetGroups } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';

/** The experiments whose rules use the group, named after their toggles. */
export function experimentsUsing(sql: Sql, targetGroupId: string): Promise<Usage[]> {
  return selectUses(sql, eq(experimentTargetGroups.targetGroupId, targetGroupId));
}

/** The same for all groups of an application, by the ids of the groups. */
export async function experimentsByGroup(sql: Sql, applicationId: string) {
  const uses = await selectUses(sql, eq(experimentTargetGroups.applicationId, applicationId));
  return Map.groupBy(uses, ({ targetGroupId }) => targetGroupId);
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
