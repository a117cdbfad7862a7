import { asc, eq, inArray, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { collectPages, idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { metrics } from '../tables/metrics.ts';
import { properties } from '../tables/properties.ts';
import { targetGroups } from '../tables/target-groups.ts';
import { toggles } from '../tables/toggles.ts';
import type { Entities, StoredExperiment } from './stored-entities.ts';

type Things = Omit<Entities, 'experiments'>;

/** All entities of an application, in the byte order of their names. */
export async function readEntities(sql: Sql, applicationId: string): Promise<Entities> {
  return {
    ...(await readThings(sql, applicationId)),
    experiments: await collectPages(readExperiments(sql, applicationId)),
  };
}

/** The same without the experiments, which are the most numerous. */
export async function readThings(sql: Sql, applicationId: string): Promise<Things> {
  const idsOf = (
    table: typeof properties | typeof targetGroups | typeof toggles | typeof metrics,
  ) => {
    const ids = sql
      .select({ id: table.id })
      .from(table)
      .where(eq(table.applicationId, applicationId))
      .orderBy(raw`${'key' in table ? table.key : table.name} collate "C"`);
    return idsFoundBy(sql, ids);
  };
  return {
    environments: await sql
      .select({
        id: environments.id,
        name: environments.name,
        production: environments.production,
        countBulkAsExposure: environments.countBulkAsExposure,
      })
      .from(environments)
      .where(eq(environments.applicationId, applicationId))
      .orderBy(asc(environments.position)),
    properties: await collectPages(
      inPages(await idsOf(properties), (ids) =>
        sql.select(entityColumns(properties)).from(properties).where(inArray(properties.id, ids)),
      ),
    ),
    targetGroups: await collectPages(
      inPages(await idsOf(targetGroups), (ids) =>
        sql
          .select(entityColumns(targetGroups))
          .from(targetGroups)
          .where(inArray(targetGroups.id, ids)),
      ),
    ),
    toggles: await collectPages(
      inPages(await idsOf(toggles), (ids) =>
        sql.select(entityColumns(toggles)).from(toggles).where(inArray(toggles.id, ids)),
      ),
    ),
    metrics: await collectPages(
      inPages(await idsOf(metrics), (ids) =>
        sql.select(entityColumns(metrics)).from(metrics).where(inArray(metrics.id, ids)),
      ),
    ),
  };
}

const {
  environmentId: envId,
  outcome: _summarised,
  ...experimentColumns
} = entityColumns(experiments);
const EXPERIMENT = { ...experimentColumns, envId, toggleName: toggles.name };

/** The experiments in pages, ordered by environment and toggle. */
export async function* readExperiments(
  sql: Sql,
  applicationId: string,
): AsyncGenerator<readonly StoredExperiment[]> {
  const ids = sql
    .select({ id: experiments.id })
    .from(experiments)
    .innerJoin(environments, eq(environments.id, experiments.environmentId))
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.applicationId, applicationId))
    .orderBy(asc(environments.position), raw`${toggles.name} collate "C"`);
  yield* inPages(await idsFoundBy(sql, ids), (page) =>
    sql
      .select(EXPERIMENT)
      .from(experiments)
      .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
      .where(inArray(experiments.id, page)),
  );
}

/** Whether an application has more than this many toggles, experiments or metrics. */
export async function hasMoreThan(
  sql: Sql,
  applicationId: string,
  count: number,
): Promise<boolean> {
  for (const table of [toggles, experiments, metrics]) {
    const rows = await sql
      .select({ id: table.id })
      .from(table)
      .where(eq(table.applicationId, applicationId))
      .offset(count)
      .limit(1);
    if (rows.length > 0) return true;
  }
  return false;
}
