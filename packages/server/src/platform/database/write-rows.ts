import { getTableName, inArray, sql as raw, type SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Sql } from './database.ts';

/** A statement with this many rows takes about 10 ms. */
const ROWS_A_STATEMENT = 500;

/**
 * Call this before many rows are written or deleted. PostgreSQL plans the checks of foreign keys once per connection,
 * for the size of the tables at that time. A plan for small tables scans a whole table for each row, until the table is
 * analysed again: to delete 10,000 toggles took 20 s instead of one.
 */
export async function forgetPlans(sql: Sql): Promise<void> {
  await sql.execute('discard plans');
}

type EntityTable = PgTable & { readonly id: PgColumn };

/** Inserts any number of rows, in batches; does nothing for none. */
export async function insertRows<Table extends PgTable>(
  sql: Sql,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (const batch of batchesOf(rows)) await sql.execute(insertionOf(table, batch));
}

/** Inserts rows, or updates those whose id exists already, in batches. */
export async function writeRows<Table extends EntityTable>(
  sql: Sql,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  for (const batch of batchesOf(rows)) {
    const names = namesIn(batch).filter((name) => name !== 'id');
    const replaced = names.map((name) => raw`${identifier(name)} = excluded.${identifier(name)}`);
    await sql.execute(
      raw`${insertionOf(table, batch)} on conflict (id) do update set ${raw.join(replaced, raw`, `)}`,
    );
  }
}

export async function deleteRows(
  sql: Sql,
  table: EntityTable,
  ids: readonly string[],
): Promise<void> {
  for (const batch of batchesOf(ids)) await sql.delete(table).where(inArray(table.id, [...batch]));
}

export function idsOf(things: readonly { readonly id: string }[]): string[] {
  return things.map(({ id }) => id);
}

export function* batchesOf<Item>(items: readonly Item[]): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += ROWS_A_STATEMENT) {
    yield items.slice(start, start + ROWS_A_STATEMENT);
  }
}

/**
 * A statement that inserts rows. A column that no row names keeps its default; one that only some rows name is null in
 * the others. The rows are one JSON parameter: one parameter per field would be ten times the work for Drizzle and
 * the driver.
 * @param made SQL expressions that the database evaluates for each row, by column
 */
export function insertionOf<Table extends PgTable>(
  table: Table,
  rows: readonly Table['$inferInsert'][],
  made: Readonly<Record<string, SQL>> = {},
): SQL {
  const names = namesIn(rows);
  const columns = [...names, ...Object.keys(made)].map(identifier);
  const values = [...names.map(identifier), ...Object.values(made)];
  const json = JSON.stringify(rows.map(inDatabase));
  return raw`insert into ${table} (${raw.join(columns, raw`, `)})
    select ${raw.join(values, raw`, `)}
    from jsonb_populate_recordset(null::${raw.identifier(getTableName(table))}, ${json}::jsonb)`;
}

function namesIn(rows: readonly Readonly<Record<string, unknown>>[]): string[] {
  const names = new Set<string>();
  for (const row of rows) for (const name in row) if (row[name] !== undefined) names.add(name);
  return [...names];
}

function inDatabase(row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const renamed: Record<string, unknown> = {};
  for (const name in row) renamed[columnName(name)] = row[name];
  return renamed;
}

const columnNames = new Map<string, string>();

function columnName(name: string): string {
  const known = columnNames.get(name);
  if (known !== undefined) return known;
  const made = toSnakeCase(name);
  columnNames.set(name, made);
  return made;
}

function identifier(name: string): SQL {
  return raw`${raw.identifier(columnName(name))}`;
}
