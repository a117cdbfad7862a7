import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { idListParts } from '../tables/id-lists.ts';

/** A statement with so many parts of a list of a million ids has half a megabyte. */
const PARTS_AT_ONCE = 64;

/** The first key of the locks on lists, which are none of rows: saves do not wait for them. */
const LIST_LOCK = 4281946;

/**
 * Whoever changes the ids of a list waits here for others who do, until the transaction ends. Take it before the
 * application's row, which all other writes lock first: they never wait for a list. Source: LIF-45.
 */
export async function lockContent(sql: Sql, listId: string): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${LIST_LOCK}, hashtext(${listId}))`);
}

export interface StoredPart {
  readonly part: number;
  readonly ids: Buffer;
}

/** The stored parts among these; some have never been stored. */
export function readParts(
  sql: Sql,
  listId: string,
  parts: readonly number[],
): Promise<StoredPart[]> {
  return sql
    .select({ part: idListParts.part, ids: idListParts.ids })
    .from(idListParts)
    .where(and(eq(idListParts.listId, listId), inArray(idListParts.part, [...parts])));
}

/** Parts in the portions in which they are read and written. */
export function* portionsOf<Part>(parts: readonly Part[]): Generator<readonly Part[]> {
  for (let from = 0; from < parts.length; from += PARTS_AT_ONCE) {
    yield parts.slice(from, from + PARTS_AT_ONCE);
  }
}

export async function writeParts(
  sql: Sql,
  { listId, version }: { readonly listId: string; readonly version: number },
  parts: readonly StoredPart[],
): Promise<void> {
  await sql
    .insert(idListParts)
    .values(parts.map(({ part, ids }) => ({ listId, part, version, ids })))
    .onConflictDoUpdate({
      target: [idListParts.listId, idListParts.part],
      set: { version: raw`excluded.version`, ids: raw`excluded.ids` },
    });
}

/**
 * Removes the parts of lists that are gone, except those that an upload writes at this moment. The ids of lists are found one by
 * one in the index: it has a thousand rows of each.
 */
export async function sweepParts(sql: Sql): Promise<void> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    with recursive stored as (
      (select list_id as id from id_list_parts order by list_id limit 1)
      union all
      select (select list_id from id_list_parts where list_id > stored.id order by list_id limit 1)
      from stored where stored.id is not null
    )
    select id from stored where id is not null and not exists (select from id_lists where id_lists.id = stored.id)`);
  for (const { id } of rows) {
    await sql.execute(raw`
      delete from id_list_parts where (list_id, part) in (
        select list_id, part from id_list_parts where list_id = ${id} for update skip locked)`);
  }
}
