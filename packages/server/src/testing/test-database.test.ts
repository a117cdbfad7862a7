import pg from 'pg';
import { expect, test } from 'vitest';
import { execute } from './test-cluster.ts';
import { createTestDatabase } from './test-database.ts';

test('each test database is migrated, and separate from the others', async () => {
  const first = await createTestDatabase();
  const second = await createTestDatabase();
  await execute(first.url, 'create table only_here ()');
  const client = new pg.Client({ connectionString: second.url });
  await client.connect();
  const { rows } = await client.query(
    `select to_regclass('properties') is not null as migrated, to_regclass('only_here') as other`,
  );
  await client.end();
  expect(rows).toEqual([{ migrated: true, other: null }]);
  await first.drop();
  await second.drop();
});

test('dropping a test database ends its connections', async () => {
  const { url, drop } = await createTestDatabase();
  const client = new pg.Client({ connectionString: url });
  const ended = new Promise((resolve) => client.on('error', resolve));
  await client.connect();
  await drop();
  expect(await ended).toMatchObject({ code: '57P01' });
});
