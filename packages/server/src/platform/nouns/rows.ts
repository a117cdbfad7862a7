import { eq, inArray, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { byName } from '../../tables/by-name.ts';
import { isId } from '../base/ids.ts';
import { orNotFound } from '../base/or-not-found.ts';
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

/** Columns of another table, as the rows that people see have them. */
export interface Joined {
  readonly table: PgTable;
  /** A row of the other table is joined where both are equal. */
  readonly on: readonly [PgColumn, PgColumn];
  readonly columns: Readonly<Record<string, PgColumn>>;
}

interface Besides<Row> {
  readonly joined?: Joined;
  /** Where replaced versions are kept, for nouns that keep them. */
  readonly versions?: Versions;
  /** What else is stored with rows. */
  readonly alsoWrite?: (sql: Sql, rows: readonly Row[]) => Promise<void>;
}

/** The rows of a table; `name` is the column that people and documents know one by. */
export function rowsOf<Row extends Stored>(
  table: NounTable,
  name: PgColumn,
  { versions, alsoWrite, joined }: Besides<Row> = {},
): Rows<Row> {
  const columns = entityColumns(table as never);
  // The caller names the type of the rows; `defineNoun` compares it with the columns.
  const own = (sql: Sql, which: SQL) =>
    sql
      .select(columns)
      .from(table as PgTable)
      .where(which);
  const seen = (sql: Sql, which: SQL) =>
    joined === undefined
      ? own(sql, which)
      : sql
          .select({ ...columns, ...joined.columns })
          .from(table as PgTable)
          .leftJoin(joined.table, eq(...joined.on))
          .where(which);
  const of = (applicationId: string) => eq(table.applicationId, applicationId);
  const inTable = ({ appId: applicationId, ...fields }: Row) => {
    const row: Record<string, unknown> = { applicationId, ...fields };
    for (const name in joined?.columns) delete row[name];
    return row;
  };
  async function find(sql: Sql, applicationId: string, id: string): Promise<Row | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await seen(sql, raw`${of(applicationId)} and ${eq(table.id, id)}`);
    return row as Row | undefined;
  }
  async function keep(sql: Sql, rows: readonly Row[]): Promise<void> {
    if (versions !== undefined) await keepReplaced(sql, versions, idsOf(rows));
  }
  async function written(sql: Sql, returned: readonly object[]): Promise<Row> {
    const row = onlyRow(returned) as Row;
    await alsoWrite?.(sql, [row]);
    return joined === undefined ? row : orNotFound(await find(sql, row.appId, row.id));
  }
  return {
    find,
    list: async (sql, applicationId) =>
      (await seen(sql, of(applicationId)).orderBy(byName(name))) as Row[],
    async readAll(sql, applicationId) {
      const ids = sql
        .select({ id: table.id })
        .from(table as PgTable)
        .where(of(applicationId))
        .orderBy(raw`${name} collate "C"`);
      const read = async (page: string[]) => (await own(sql, inArray(table.id, page))) as Row[];
      return collectPages(inPages(await idsFoundBy(sql, ids), read));
    },
    insert: async (sql, row) =>
      written(sql, await sql.insert(table).values(inTable(row)).returning(columns)),
    async update(sql, row) {
      const { id: _id, applicationId: _fixed, ...set } = inTable(row);
      await keep(sql, [row]);
      const updated = sql.update(table).set(set).where(eq(table.id, row.id));
      return written(sql, await updated.returning(columns));
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
