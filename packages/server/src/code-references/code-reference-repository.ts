import type { CodeScan, ToggleCode } from '@comporta/contract/code-references/code-references';
import { and, asc, eq, getTableColumns, sql as raw } from 'drizzle-orm';
import { newId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { byName } from '../tables/by-name.ts';

import { codeReferences, codeRepositories, toggles } from '../tables/toggles.ts';

type Repository = typeof codeRepositories.$inferSelect;

export function listRepositories(sql: Sql, applicationId: string): Promise<Repository[]> {
  return sql
    .select()
    .from(codeRepositories)
    .where(eq(codeRepositories.applicationId, applicationId))
    .orderBy(byName(codeRepositories.name));
}

export async function findRepository(
  sql: Sql,
  applicationId: string,
  name: string,
): Promise<Repository | undefined> {
  const [found] = await sql
    .select()
    .from(codeRepositories)
    .where(and(eq(codeRepositories.applicationId, applicationId), eq(codeRepositories.name, name)));
  return found;
}

export async function writeRepository(
  sql: Sql,
  given: Omit<Repository, 'id' | 'scannedAt'>,
): Promise<string> {
  const { applicationId, name, ...set } = given;
  const written = await sql
    .insert(codeRepositories)
    .values({ id: newId(), ...given })
    .onConflictDoUpdate({
      target: [codeRepositories.applicationId, codeRepositories.name],
      set: { ...set, scannedAt: raw`now()` },
    })
    .returning({ id: codeRepositories.id });
  return onlyRow(written).id;
}

export async function removeRepository(sql: Sql, { id }: Pick<Repository, 'id'>): Promise<void> {
  await sql.delete(codeRepositories).where(eq(codeRepositories.id, id));
}

/** Replaces what is known of a repository. Toggles that were named before and are no longer keep the commit that did it. */
export async function replaceReferences(
  sql: Sql,
  { id, applicationId, commit }: Pick<Repository, 'id' | 'applicationId' | 'commit'>,
  references: CodeScan['references'],
): Promise<void> {
  await sql.execute(raw`
    with found as (
      select ${toggles.id}, given.count, given.places
      from jsonb_to_recordset(${JSON.stringify(references)}::jsonb) as given (toggle text, count int, places jsonb)
      join ${toggles} on ${toggles.applicationId} = ${applicationId} and ${toggles.name} = given.toggle),
    gone as (
      update ${codeReferences} set count = 0, places = '[]', removed_in = ${commit}
      where repository_id = ${id} and count > 0 and toggle_id not in (select id from found))
    insert into ${codeReferences} (repository_id, toggle_id, count, places)
    select ${id}, id, count, places from found
    on conflict (repository_id, toggle_id)
    do update set count = excluded.count, places = excluded.places, removed_in = null`);
}

export function listToggleNames(sql: Sql, applicationId: string) {
  const { id, name, archived } = toggles;
  return sql
    .select({ id, name, archived })
    .from(toggles)
    .where(eq(toggles.applicationId, applicationId))
    .orderBy(byName(name));
}

/** Every repository, with what it has of a toggle: 0 places where it never had any. */
export async function readToggleCode(
  sql: Sql,
  applicationId: string,
  toggleId: string,
): Promise<ToggleCode> {
  const rows = await sql
    .select({
      ...getTableColumns(codeRepositories),
      count: codeReferences.count,
      places: codeReferences.places,
      removedIn: codeReferences.removedIn,
    })
    .from(codeRepositories)
    .leftJoin(
      codeReferences,
      and(
        eq(codeReferences.repositoryId, codeRepositories.id),
        eq(codeReferences.toggleId, toggleId),
      ),
    )
    .where(eq(codeRepositories.applicationId, applicationId))
    .orderBy(asc(byName(codeRepositories.name)));
  return rows.map((row) => ({
    ...repositoryAnswer(row),
    urlTemplate: row.urlTemplate,
    count: row.count ?? 0,
    places: row.places ?? [],
    removedIn: row.removedIn,
  }));
}

export function repositoryAnswer({ name, branch, commit, committedAt, scannedAt }: Repository) {
  const times = { committedAt: committedAt.toISOString(), scannedAt: scannedAt.toISOString() };
  return { repository: name, branch, commit, ...times };
}
