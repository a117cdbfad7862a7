import { eq, getTableColumns, inArray, sql as raw, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { byName } from '../../tables/by-name.ts';
import { isId } from '../base/ids.ts';
import { orNotFound } from '../base/or-not-found.ts';
import type { Versioned } from '../base/versions.ts';
import type { Sql } from '../database/database.ts';
import { collectPages, idsFoundBy, inPages } from '../database/in-pages.ts';
import { keptRow } from '../database/kept-row.ts';
import { keepReplaced, type Versions } from '../database/kept-versions.ts';
import { onlyRow } from '../database/only-row.ts';
import { batchesOf, deleteRows, idsOf, writeRows } from '../database/write-rows.ts';
import type { Rows, Saved } from './noun.ts';

type OwnedBy<Column extends string> = PgTable &
  Readonly<Record<'id' | Column | 'createdAt' | keyof Versioned, PgColumn>>;
export type ApplicationTable = OwnedBy<'applicationId'>;

/** The table of a noun; its column says whether applications or accounts own the rows. */
export type NounTable = ApplicationTable | OwnedBy<'accountId'>;

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

/** Who owns the rows of a table, and what the table and its rows call the owner. */
export function ownerOf(table: NounTable) {
  return 'applicationId' in table
    ? ({
        owner: 'application',
        ofTable: table.applicationId,
        column: 'applicationId',
        field: 'appId',
      } as const)
    : ({
        owner: 'account',
        ofTable: table.accountId,
        column: 'accountId',
        field: 'accountId',
      } as const);
}

/** The rows of a table; `name` is the column that people and documents know one by. */
export function rowsOf<Row extends Saved>(
  table: NounTable,
  name: PgColumn,
  { versions, alsoWrite, joined }: Besides<Row> = {},
): Rows<Row> {
  const { owner, ofTable, column, field } = ownerOf(table);
  const { createdAt: _, [column]: _owner, ...others } = columnsIn(table);
  const columns = { [field]: ofTable, ...others };
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
  const of = (ownerId: string) => eq(ofTable, ownerId);
  // Rows have the field of their table's owner: `defineNoun` and the callers with their own types see to it.
  const fieldsOf = (row: Row) => row as Row & Readonly<Record<string, unknown>>;
  const ownerIdOf = (row: Row) => String(fieldsOf(row)[field]);
  const inTable = (stored: Row) => {
    const { [field]: ownerId, ...row }: Record<string, unknown> = fieldsOf(stored);
    for (const name in joined?.columns) delete row[name];
    return { [column]: ownerId, ...row };
  };
  async function find(sql: Sql, ownerId: string, id: string): Promise<Row | undefined> {
    if (!isId(id)) return undefined;
    const [row] = await seen(sql, raw`${of(ownerId)} and ${eq(table.id, id)}`);
    return row as Row | undefined;
  }
  async function keep(sql: Sql, rows: readonly Row[]): Promise<void> {
    if (versions !== undefined) await keepReplaced(sql, versions, idsOf(rows));
  }
  async function written(sql: Sql, returned: readonly object[]): Promise<Row> {
    const row = onlyRow(returned) as Row;
    await alsoWrite?.(sql, [row]);
    return joined === undefined ? row : orNotFound(await find(sql, ownerIdOf(row), row.id));
  }
  return {
    owner,
    find,
    list: async (sql, ownerId) => (await seen(sql, of(ownerId)).orderBy(byName(name))) as Row[],
    async readAll(sql, ownerId) {
      const ids = sql
        .select({ id: table.id })
        .from(table as PgTable)
        .where(of(ownerId))
        .orderBy(raw`${name} collate "C"`);
      const read = async (page: string[]) => (await own(sql, inArray(table.id, page))) as Row[];
      return collectPages(inPages(await idsFoundBy(sql, ids), read));
    },
    insert: async (sql, row) =>
      written(sql, await sql.insert(table).values(inTable(row)).returning(columns)),
    async update(sql, row) {
      const { id: _id, [column]: _fixed, ...set }: Record<string, unknown> = inTable(row);
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
    kept(json) {
      const { [column]: ownerId, ...row } = keptRow(table, json);
      return { [field]: ownerId, ...row } as unknown as Row; // It was a row of this table.
    },
  };
}

/** By the names that rows have for them. */
function columnsIn(table: PgTable): Readonly<Record<string, PgColumn>> {
  return getTableColumns(table);
}
