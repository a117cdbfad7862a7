import { TOGGLE, type Toggle } from '@comporta/contract/toggles/toggle';
import type { Usage } from '@comporta/contract/usage';
import { and, eq, inArray, or } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import type { Versioned } from '../platform/base/versions.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed, entityColumns } from '../platform/database/entity-columns.ts';
import { idsFoundBy, inPages } from '../platform/database/in-pages.ts';
import { keepReplaced, type Versions } from '../platform/database/kept-versions.ts';
import { batchesOf, idsOf, writeRows } from '../platform/database/write-rows.ts';
import { users } from '../tables/accounts.ts';
import { byName } from '../tables/by-name.ts';
import { BY_NAME, EXPERIMENT_USAGE } from '../tables/experiment-usage.ts';
import { experimentDependencies, experiments } from '../tables/experiments.ts';
import { toggles } from '../tables/toggles.ts';
import { toggleVersions } from '../tables/versions.ts';

export type StoredToggle = Omit<Toggle, 'lastChanged' | 'owner'> &
  Versioned & {
    /** The owner's name; undefined where it was not read. */
    readonly owner?: string | null;
  };

export const VERSIONS: Versions = {
  of: toggles,
  kept: toggleVersions,
  body: columnsNamed(toggles, [...TOGGLE.names, 'ownerId', 'archived']),
};

const COLUMNS = { ...entityColumns(toggles), owner: users.name };

/** Yields the toggles in pages, in the order of their names. */
export async function* listTogglesOf(
  sql: Sql,
  applicationId: string,
): AsyncGenerator<readonly StoredToggle[]> {
  const ids = sql
    .select({ id: toggles.id })
    .from(toggles)
    .where(eq(toggles.applicationId, applicationId))
    .orderBy(byName(toggles.name));
  yield* inPages(await idsFoundBy(sql, ids), (page) =>
    sql
      .select(COLUMNS)
      .from(toggles)
      .leftJoin(users, eq(users.id, toggles.ownerId))
      .where(inArray(toggles.id, page)),
  );
}

export async function findToggle(
  sql: Sql,
  applicationId: string,
  id: string,
): Promise<StoredToggle | undefined> {
  if (!isId(id)) return undefined;
  const [toggle] = await sql
    .select(COLUMNS)
    .from(toggles)
    .leftJoin(users, eq(users.id, toggles.ownerId))
    .where(and(eq(toggles.applicationId, applicationId), eq(toggles.id, id)));
  return toggle;
}

/** Returns the toggle as it is now stored. */
export async function insertToggle(sql: Sql, toggle: StoredToggle): Promise<StoredToggle> {
  await sql.insert(toggles).values(toggleRow(toggle));
  return readBack(sql, toggle);
}

/** Returns the toggle as it is now stored. */
export async function updateToggle(sql: Sql, toggle: StoredToggle): Promise<StoredToggle> {
  const { id, appId: _fixed, owner: _joined, ...columns } = toggle;
  await keepReplaced(sql, VERSIONS, [id]);
  await sql.update(toggles).set(columns).where(eq(toggles.id, id));
  return readBack(sql, toggle);
}

async function readBack(sql: Sql, { appId, id }: StoredToggle): Promise<StoredToggle> {
  return orNotFound(await findToggle(sql, appId, id));
}

/** Inserts or updates many toggles. */
export async function writeToggles(sql: Sql, many: readonly StoredToggle[]): Promise<void> {
  for (const batch of batchesOf(many)) {
    await keepReplaced(sql, VERSIONS, idsOf(batch));
    await writeRows(sql, toggles, batch.map(toggleRow));
  }
}

/** The toggle as a row of its table. */
function toggleRow({ appId: applicationId, owner: _joined, ...columns }: StoredToggle) {
  return { applicationId, ...columns };
}

export async function deleteToggleRow(sql: Sql, id: string): Promise<void> {
  await sql.delete(toggles).where(eq(toggles.id, id));
}

/** The toggle's own experiments, one in each environment at most. */
export function experimentsOfToggle(sql: Sql, toggleId: string): Promise<Usage[]> {
  return sql
    .select(EXPERIMENT_USAGE)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(eq(experiments.toggleId, toggleId))
    .orderBy(...BY_NAME);
}

/** The experiments of other toggles with a rule that asks what this one returns. */
export function experimentsDependingOn(sql: Sql, toggleId: string): Promise<Usage[]> {
  return sql
    .select(EXPERIMENT_USAGE)
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(inArray(experiments.id, idsOfDependents(sql, toggleId)))
    .orderBy(...BY_NAME);
}

/** The toggle's own experiments and those that depend on it, with their rules. */
export function experimentsNaming(sql: Sql, toggleId: string) {
  return sql
    .select({ usage: EXPERIMENT_USAGE, toggleId: experiments.toggleId, rules: experiments.rules })
    .from(experiments)
    .innerJoin(toggles, eq(toggles.id, experiments.toggleId))
    .where(
      or(
        eq(experiments.toggleId, toggleId),
        inArray(experiments.id, idsOfDependents(sql, toggleId)),
      ),
    )
    .orderBy(...BY_NAME);
}

function idsOfDependents(sql: Sql, toggleId: string) {
  return sql
    .select({ id: experimentDependencies.experimentId })
    .from(experimentDependencies)
    .where(eq(experimentDependencies.toggleId, toggleId));
}
