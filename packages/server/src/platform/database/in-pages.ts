import { sql as raw, type SQLWrapper } from 'drizzle-orm';
import type { Sql } from './sql.ts';

/** As many rows as keep neither the database nor the event loop for more than moments. */
const ROWS_A_PAGE = 500;

/**
 * The ids that a query of nothing else finds, in its order. They come as one text: to make objects of 30,000 rows keeps
 * the event loop for fifty milliseconds.
 */
export async function idsFoundBy(sql: Sql, query: SQLWrapper): Promise<readonly string[]> {
  const { rows } = await sql.execute<{ ids: string }>(
    raw`select array_to_string(array${query}, ',') as ids`,
  );
  const ids = rows[0]?.ids ?? '';
  return ids === '' ? [] : ids.split(',');
}

/**
 * The rows of these ids in their order, some at a time: one statement for all of many would keep the
 * event loop for as long as it takes to make objects of them.
 */
export async function* inPages<Row extends { readonly id: string }>(
  ids: readonly string[],
  read: (ids: string[]) => Promise<Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < ids.length; start += ROWS_A_PAGE) {
    const page = ids.slice(start, start + ROWS_A_PAGE);
    const rows = new Map((await read(page)).map((row) => [row.id, row]));
    // What is gone since its id was read is left out, where the reader has no consistent view.
    yield page.flatMap((id) => rows.get(id) ?? []);
  }
}

/** All of them. */
export async function collectPages<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const all: Row[] = [];
  for await (const page of pages) for (const row of page) all.push(row);
  return all;
}

/** What is made of each row, page by page. */
export async function* mapPages<Row, Made>(
  pages: AsyncIterable<readonly Row[]>,
  make: (row: Row) => Made,
): AsyncGenerator<readonly Made[]> {
  for await (const page of pages) yield page.map(make);
}
