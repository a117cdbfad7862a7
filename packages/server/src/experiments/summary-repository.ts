import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import { eq, inArray, sql as raw } from 'drizzle-orm';
import { lastChangedOf } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { idsFoundBy, inPages, mapPages } from '../platform/database/in-pages.ts';
import { byName } from '../tables/by-name.ts';
import { OUTCOME_COLUMNS } from '../tables/experiments/outcome-columns.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';

/** Summaries of the experiments of all environments. They are read in pages: consume them inside one transaction. */
export async function summariseExperimentsOf(
  sql: Sql,
  applicationId: string,
): Promise<AsyncIterable<readonly ExperimentSummary[]>> {
  const dependents = await readDependents(sql, applicationId);
  return mapPages(
    readRows(sql, applicationId),
    ({ outcome, rules, savedBy, savedById, savedAt, ...summary }) => ({
      ...summary,
      outcome: outcome?.outcome ?? outcomeOf(rules ?? []),
      lastChanged: lastChangedOf({ savedBy, savedById, savedAt }),
      dependents: dependents.get(keyOf(summary)) ?? [],
    }),
  );
}

const COLUMNS = {
  id: experiments.id,
  envId: experiments.environmentId,
  toggleId: experiments.toggleId,
  status: experiments.status,
  ruleCount: raw<number>`jsonb_array_length(${experiments.rules})`,
  ...OUTCOME_COLUMNS,
  version: experiments.version,
  savedBy: experiments.savedBy,
  savedById: experiments.savedById,
  savedAt: experiments.savedAt,
};

async function* readRows(sql: Sql, applicationId: string) {
  const ids = sql
    .select({ id: experiments.id })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.applicationId, applicationId))
    .orderBy(byName(toggles.name));
  yield* inPages(await idsFoundBy(sql, ids), (page) =>
    sql.select(COLUMNS).from(experiments).where(inArray(experiments.id, page)),
  );
}

/** The experiments that depend on each toggle, by environment and toggle. */
async function readDependents(sql: Sql, applicationId: string) {
  const rows = await sql
    .select({
      envId: experiments.environmentId,
      toggleId: experimentDependencies.toggleId,
      id: experiments.id,
      toggleName: toggles.name,
    })
    .from(experimentDependencies)
    .innerJoin(experiments, eq(experiments.id, experimentDependencies.experimentId))
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experimentDependencies.applicationId, applicationId))
    .orderBy(byName(toggles.name));
  return Map.groupBy(rows, keyOf);
}

function keyOf({ envId, toggleId }: { readonly envId: string; readonly toggleId: string }): string {
  return `${envId} ${toggleId}`;
}
