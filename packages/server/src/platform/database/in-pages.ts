import { sql as raw, type SQLWrapper } from 'drizzle-orm';
import type { Sql } from './sql.ts';

/** Small enough to occupy the database and the event loop only briefly. */
const ROWS_A_PAGE = 500;

/**
 * The ids that a query returns, in its order. The query must select only the id. The ids are transferred as one text:
 * to create objects for 30,000 rows would block the event loop for 50 ms.
 */
export async function idsFoundBy(sql: Sql, query: SQLWrapper): Promise<readonly string[]> {
  const { rows } = await sql.execute<{ ids: string }>(
    raw`select array_to_string(array${query}, ',') as ids`,
  );
  const ids = rows[0]?.ids ?? '';
  return ids === '' ? [] : ids.split(',');
}

/**
 * The rows of these ids, in their order, in pages: a single statement for many rows would block the
 * event loop while the driver creates their objects.
 */
export async function* inPages<Row extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < ids.length; start += ROWS_A_PAGE) {
    const page = ids.slice(start, start + ROWS_A_PAGE);
    const rows = new Map((await read(page)).map((row) => [row.id, row]));
    // Without a consistent read, a row may have been deleted since its id was read. It is left out.
    yield page.flatMap((id) => rows.get(id) ?? []);
  }
}

/** The rows of all pages in one list. */
export async function collectPages<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages) for (const row of page) all.push(row);
  return all;
}

/** Maps the rows of each page. */
export async function* mapPages<Row, Made>(
  pages: AsyncIterable<readonly Row[]>,
  make: (row: Row) => Made,
): AsyncGenerator<readonly Made[]> {
  for await (const page of pages) yield page.map(make);
}
