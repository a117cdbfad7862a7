import type { DocumentList } from '@comporta/contract/nouns/document-lists';
import { asc, eq, inArray, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { entityColumns } from '../platform/database/entity-columns.ts';
import { collectPages, idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { environments } from '../tables/applications.ts';
import { experiments } from '../tables/experiments.ts';
import { metrics } from '../tables/metrics.ts';
import { toggles } from '../tables/toggles.ts';
import type { DocumentPart } from './document-part.ts';
import type { Planning } from './import-plan.ts';
import type { StoredExperiment } from './stored-entities.ts';

type Stored = Planning['stored'];
type Things = Omit<Stored, 'experiments'>;

/** All entities of an application, in the byte order of their names. */
export async function readEntities(
  sql: Sql,
  applicationId: string,
  parts: readonly DocumentPart[],
): Promise<Stored> {
  return {
    ...(await readThings(sql, applicationId, parts)),
    experiments: await collectPages(readExperiments(sql, applicationId)),
  };
}

/** The same without the experiments, which are the most numerous. */
export async function readThings(
  sql: Sql,
  applicationId: string,
  parts: readonly DocumentPart[],
): Promise<Things> {
  const things: Partial<Record<DocumentList, readonly object[]>> = {};
  for (const { list, noun } of parts) things[list] = await noun.rows.readAll(sql, applicationId);
  const { id, name, production, countBulkAsExposure, position } = environments;
  const stored = await sql
    .select({ id, name, production, countBulkAsExposure })
    .from(environments)
    .where(eq(environments.applicationId, applicationId))
    .orderBy(asc(position));
  // Each list has the rows of its own noun.
  return { ...things, environments: stored } as Things;
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
