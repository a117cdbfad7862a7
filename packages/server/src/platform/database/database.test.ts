import { existsSync } from 'node:fs';
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

it.runIf(process.platform === 'linux')(
  '57P01: a connection that its server ends while it is being closed is not lost',
  async () => {
    const { url, drop } = await createTestDatabase();
    const lost: Error[] = [];
    const database = openDatabase(url, (error) => lost.push(error));
    const { rows } = await database.sql.execute('select pg_backend_pid() as id');
    const server = Number(rows[0]?.id);
    // As when the embedded database is stopped before it has read that nobody needs it any more.
    process.kill(server, 'SIGSTOP');
    await database.close();
    await execute(url, `select pg_terminate_backend(${server})`);
    process.kill(server, 'SIGCONT');
    await expect.poll(() => existsSync(`/proc/${server}`)).toBe(false);
    await drop(); // By then what it said has been read.
    expect(lost).toEqual([]);
  },
);
