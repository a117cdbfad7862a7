import type { ExperimentValue } from '@comporta/contract/experiments/experiment';
import { outcomeOf } from '@comporta/contract/experiments/outcome';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { ExperimentStatus } from '@comporta/engine/vocabulary';
import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed, entityColumns } from '../platform/database/entity-columns.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { keepReplaced, type Versions } from '../platform/database/kept-versions.ts';
import { builtOnce } from '../platform/database/pool/built-once.ts';
import { deleteRows } from '../platform/database/write-rows.ts';
import { byName } from '../tables/by-name.ts';
import { experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';
import { experimentVersions } from '../tables/versions.ts';

export interface StoredExperiment extends ExperimentValue, Versioned {
  readonly id: string;
  readonly appId: string;
  readonly envId: string;
  readonly rules: readonly StoredRule[];
  readonly toggleName: string;
  readonly status: ExperimentStatus;
  readonly salt: string;
  readonly buckets: number;
}

export const VERSIONS: Versions = {
  of: experiments,
  kept: experimentVersions,
  body: columnsNamed(experiments, ['toggleId', 'status', 'rules']),
};

const { environmentId: envId, outcome: _summarised, ...ownColumns } = entityColumns(experiments);
const COLUMNS = { ...ownColumns, envId, toggleName: toggles.name };

/** Yields the experiments in pages, in the order of their toggles' names. */
export async function* listExperimentsOf(
  sql: Sql,
  environmentId: string,
): AsyncGenerator<readonly StoredExperiment[]> {
  const ids = sql
    .select({ id: experiments.id })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.environmentId, environmentId))
    .orderBy(byName(toggles.name));
  yield* inPages(await idsFoundBy(sql, ids), (page) =>
    sql
      .select(COLUMNS)
      .from(experiments)
      .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
      .where(inArray(experiments.id, page)),
  );
}

/** Every save of an experiment reads it twice: as it was, and as it is stored. */
const find = builtOnce((sql) =>
  sql
    .select(COLUMNS)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(
      and(
        eq(experiments.environmentId, raw.placeholder('environmentId')),
        eq(experiments.id, raw.placeholder('id')),
      ),
    ),
);

export async function findExperiment(
  sql: Sql,
  environmentId: string,
  id: string,
): Promise<StoredExperiment | undefined> {
  if (!isId(id)) return undefined;
  return (await find(sql, { environmentId, id }))[0];
}

/** Returns the experiment as it is now stored. */
export async function insertExperiment(
  sql: Sql,
  experiment: StoredExperiment,
): Promise<StoredExperiment> {
  await sql.insert(experiments).values(experimentRow(experiment));
  return readBack(sql, experiment);
}

/** Returns the experiment as it is now stored. */
export async function updateExperiment(
  sql: Sql,
  experiment: StoredExperiment,
): Promise<StoredExperiment> {
  const { id, appId: _app, envId: _env, toggleId: _toggle, toggleName: _, ...columns } = experiment;
  const outcome = outcomeColumn(experiment);
  await keepReplaced(sql, VERSIONS, [id]);
  await sql
    .update(experiments)
    .set({ ...columns, outcome })
    .where(eq(experiments.id, id));
  return readBack(sql, experiment);
}

/** The experiment as a row of its table. */
export function experimentRow(experiment: StoredExperiment) {
  const { appId: applicationId, envId: environmentId, toggleName: _, ...columns } = experiment;
  return { applicationId, environmentId, ...columns, outcome: outcomeColumn(experiment) };
}

/** A summary of the rules, stored so that lists need not read the rules. */
function outcomeColumn({ rules, version }: StoredExperiment) {
  return { version, outcome: outcomeOf(rules) };
}

async function readBack(
  sql: Sql,
  { envId, id }: Pick<StoredExperiment, 'envId' | 'id'>,
): Promise<StoredExperiment> {
  return orNotFound(await findExperiment(sql, envId, id));
}

export function deleteExperimentRows(sql: Sql, ids: readonly string[]): Promise<void> {
  return deleteRows(sql, experiments, ids);
}
