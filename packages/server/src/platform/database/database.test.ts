import { expect, it } from 'vitest';
import { execute } from '../../testing/test-cluster.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openDatabase } from './database.ts';

it('a transaction that does not even begin gives its connection back', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {});
  const begin = database.sql.transaction(async () => {}, {
    isolationLevel: 'none that PostgreSQL knows' as 'serializable',
  });
  await expect(begin).rejects.toThrow('begin');
  expect(database.connections()).toEqual({ open: 1, idle: 1, waiting: 0 });
  await database.close();
  await drop();
});

it('a connection that is lost during a transaction fails the transaction and nothing else', async () => {
  const { url, drop } = await createTestDatabase();
  const lost = Promise.withResolvers<Error>();
  const database = openDatabase(url, lost.resolve);
  const transaction = database.sql.transaction(async (sql) => {
    await execute(
      url,
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await lost.promise;
    await sql.execute('select 1');
  });
  await expect(transaction).rejects.toThrow();
  await database.sql.execute('select 1');
  await database.close();
  await drop();
});

it('OPS-09: each connection asks anew for the URL, whose password may have changed', async () => {
  const { url, drop } = await createTestDatabase();
  let now = 'postgres://nobody@127.0.0.1:1/none';
  const database = openDatabase(
    now,
    () => {},
    () => now,
  );
  await expect(database.sql.execute('select 1')).rejects.toThrow();
  now = url;
  await database.sql.execute('select 1');
  expect(database.url).toBe(url);
  await database.close();
  await drop();
});
