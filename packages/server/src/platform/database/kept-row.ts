import { getTableColumns, is, SQL } from 'drizzle-orm';
import { toSnakeCase } from 'drizzle-orm/casing';
import type { PgTable } from 'drizzle-orm/pg-core';

/** A row as the database makes a JSON object of it, by the names of its columns. */
export type RowInJson = Readonly<Record<string, unknown>>;

/**
 * The row by the names that programs use. A column that the table did not have yet has its default; of one that it no longer
 * has, nothing is left.
 */
export function keptRow(table: PgTable, json: RowInJson): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(getTableColumns(table))) {
    const kept = json[toSnakeCase(name)];
    if (kept !== undefined) {
      row[name] = column.dataType === 'date' && kept !== null ? new Date(String(kept)) : kept;
    } else if (column.default !== undefined && !is(column.default, SQL)) {
      row[name] = column.default;
    }
  }
  return row;
}
