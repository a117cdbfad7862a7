import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { collectPages, idsFoundBy, inPages } from './in-pages.ts';

const MANY = 30_000;
/** Ids whose text order differs from the order of `n`. */
const ID = raw`('00000000-0000-7000-8000-' || lpad(to_hex((n * 7919) % ${MANY}), 12, '0'))::uuid`;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const find = (count: number) =>
  idsFoundBy(
    server.database.sql,
    raw`(select ${ID} as id from generate_series(1, ${count}::int) as n order by n desc)`,
  );

describe('OPS-06: for a long list', () => {
  it('the ids are returned in the order of the query', async () => {
    const { rows } = await server.database.sql.execute<{ id: string }>(
      raw`select ${ID} as id from generate_series(1, ${MANY}::int) as n order by n desc`,
    );
    expect(await find(MANY)).toEqual(rows.map(({ id }) => id));
    expect(await find(0)).toEqual([]);
  });

  it('the rows are read in pages, in the order of their ids; a deleted row is left out', async () => {
    const ids = await find(1_200);
    const asked: number[] = [];
    const rows = await collectPages(
      inPages(ids, async (page) => {
        asked.push(page.length);
        return page.toReversed().flatMap((id) => (id === ids[7] ? [] : [{ id }]));
      }),
    );
    expect(asked).toEqual([500, 500, 200]);
    expect(rows.map(({ id }) => id)).toEqual(ids.filter((id) => id !== ids[7]));
  });
});
