import { and, eq, inArray, sql as raw } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { byName } from '../../tables/by-name.ts';
import { isId } from '../base/ids.ts';
import type { Versioned } from '../base/versions.ts';
import type { Sql } from '../database/database.ts';
import { entityColumns } from '../database/entity-columns.ts';
import { collectPages, idsFoundBy, inPages } from '../database/in-pages.ts';
import { keepReplaced, type Versions } from '../database/kept-versions.ts';
import { onlyRow } from '../database/only-row.ts';
import { batchesOf, deleteRows, idsOf, writeRows } from '../database/write-rows.ts';
import type { Rows, Stored } from './noun.ts';

/** The table of a noun that applications own. */
export type NounTable = PgTable &
  Readonly<Record<'id' | 'applicationId' | 'createdAt' | keyof Versioned, PgColumn>>;

interface Besides<Row> {
  /** Where replaced versions are kept, for nouns that keep them. */
  readonly versions?: Versions;
  /** What else is stored with rows. */
  readonly alsoWrite?: (sql: Sql, rows: readonly Row[]) => Promise<void>;
}

/** The rows of a table; `name` is the column that people and documents know one by. */
export function rowsOf<Row extends Stored>(
  table: NounTable,
  name: PgColumn,
  { versions, alsoWrite }: Besides<Row> = {},
): Rows<Row> {
  const columns = entityColumns(table as never);
  // The caller names the type of the rows; `defineNoun` compares it with the columns.
  const select = (sql: Sql) => sql.select(columns).from(table as PgTable);
  const keep = async (sql: Sql, rows: readonly Row[]) =>
    versions && keepReplaced(sql, versions, idsOf(rows));
  const written = async (sql: Sql, returned: readonly object[]) => {
    const row = onlyRow(returned) as Row;
    await alsoWrite?.(sql, [row]);
    return row;
  };
  return {
    list: async (sql, applicationId) =>
      (await select(sql)
        .where(eq(table.applicationId, applicationId))
        .orderBy(byName(name))) as unknown[] as Row[],
    async readAll(sql, applicationId) {
      const ids = sql
        .select({ id: table.id })
        .from(table as PgTable)
        .where(eq(table.applicationId, applicationId))
        .orderBy(raw`${name} collate "C"`);
      const read = async (page: string[]) =>
        (await select(sql).where(inArray(table.id, page))) as unknown[] as Row[];
      return collectPages(inPages(await idsFoundBy(sql, ids), read));
    },
    async find(sql, applicationId, id) {
      if (!isId(id)) return undefined;
      const which = and(eq(table.applicationId, applicationId), eq(table.id, id));
      return (await select(sql).where(which))[0] as Row | undefined;
    },
    insert: async (sql, row) =>
      written(sql, await sql.insert(table).values(inTable(row)).returning(columns)),
    async update(sql, row) {
      const { id, applicationId: _fixed, ...set } = inTable(row);
      await keep(sql, [row]);
      return written(
        sql,
        await sql.update(table).set(set).where(eq(table.id, id)).returning(columns),
      );
    },
    async write(sql, rows) {
      for (const batch of batchesOf(rows)) {
        await keep(sql, batch);
        await writeRows(sql, table, batch.map(inTable));
        await alsoWrite?.(sql, batch);
      }
    },
    remove: (sql, ids) => deleteRows(sql, table, ids),
  };
}

function inTable<Row extends Stored>({ appId: applicationId, ...columns }: Row) {
  return { applicationId, ...columns };
}
