import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql as raw } from 'drizzle-orm';
import { expect, it, onTestFinished } from 'vitest';
import { execute } from '../../testing/test-cluster.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { Rejection } from '../base/rejection.ts';
import { openConnection } from './connection.ts';
import { openDatabase, type Sql } from './database.ts';
import { rejectionOfDatabaseError } from './database-errors.ts';
import { statementBuiltOnce } from './pool/built-once.ts';

const meaningOf = (error: unknown) => rejectionOfDatabaseError(error)?.code ?? error;

it('a transaction whose BEGIN fails returns its connection to the pool', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {});
  const begin = database.sql.transaction(async () => {}, {
    isolationLevel: 'none that PostgreSQL knows' as 'serializable',
  });
  await expect(begin).rejects.toThrow('syntax error at or near "none"');
  expect(database.connections()).toEqual({ open: 1, idle: 1, waiting: 0 });
  await database.close();
  await drop();
});

it('a connection lost during a transaction fails only that transaction', async () => {
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

it.skipIf(process.platform === 'win32')(
  'RES-96: a frozen database counts as unavailable, also when the backlog of its socket is full',
  async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-frozen-'));
    const place = JSON.stringify({ path: path.join(folder, '.s.PGSQL.5432'), backlog: 1 });
    const listen = `require('node:net').createServer().listen(${place}, () => console.log('listens'))`;
    const frozen = spawn(process.execPath, ['-e', listen], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(frozen.stdout, 'data');
    frozen.kill('SIGSTOP');
    const database = openDatabase(`postgres://ana@localhost/toggles?host=${folder}`, () => {});
    onTestFinished(async () => {
      frozen.kill('SIGKILL');
      await database.close();
      rmSync(folder, { recursive: true });
    });
    const ask = () => database.sql.execute('select 1').then(() => 'answered', meaningOf);
    const asked = Array.from({ length: 16 }, ask);
    expect(await Promise.all(asked)).toEqual(asked.map(() => 'SERVICE_UNAVAILABLE'));
  },
);

it('RES-96, FAIR-11: who waited in vain while the database was away learns that, also when it is just back', async () => {
  const database = openDatabase('postgres://ana@localhost/toggles', () => {});
  const lane = { company: 'a', application: 'shop' };
  await Promise.all([database.enterLine(lane), database.enterLine(lane)]);
  const waitInVain = async (meanwhile: () => void) => {
    const end = new AbortController();
    const write = database.writes({ ...lane, gone: end.signal }).execute('select 1');
    const meaning = write.then(() => 'written', meaningOf);
    expect(database.connections().waiting).toBe(1);
    meanwhile();
    end.abort(new Rejection('SERVICE_BUSY'));
    return meaning;
  };
  const { pulse } = database;
  const goAwayAndComeBack = () => {
    pulse.lost(new Error('frozen'));
    pulse.follow({ query: async () => {} });
  };
  expect(await waitInVain(goAwayAndComeBack)).toBe('SERVICE_UNAVAILABLE');
  expect(await waitInVain(() => pulse.lost(new Error('frozen')))).toBe('SERVICE_UNAVAILABLE');
  pulse.follow({ query: async () => {} });
  await expect.poll(() => waitInVain(() => {})).toBe('SERVICE_BUSY');
  await database.close();
});

it('of two transactions that wait for each other, PostgreSQL cancels one, which is SERVICE_BUSY', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {});
  const bothHoldOne = Promise.withResolvers<void>();
  let holding = 0;
  const lock = (sql: Sql, id: number) => sql.execute(raw`select pg_advisory_xact_lock(${id})`);
  const lockBoth = (first: number, second: number) =>
    database.sql.transaction(async (sql) => {
      await lock(sql, first);
      holding += 1;
      if (holding === 2) bothHoldOne.resolve();
      await bothHoldOne.promise;
      await lock(sql, second);
    });
  const outcomes = await Promise.allSettled([lockBoth(1, 2), lockBoth(2, 1)]);
  const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failures.map(({ reason }) => meaningOf(reason))).toEqual(['SERVICE_BUSY']);
  await database.close();
  await drop();
});

it('a transaction whose snapshot another one has outdated is SERVICE_BUSY', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {});
  const touch = raw`update compatibility set id = id`;
  const outdated = database.sql.transaction(
    async (sql) => {
      await database.sql.execute(touch);
      await sql.execute(touch);
    },
    { isolationLevel: 'repeatable read' },
  );
  const code = await outdated.then(() => 'saved', meaningOf);
  expect(code).toBe('SERVICE_BUSY');
  await database.close();
  await drop();
});

it('date format and isolation level do not depend on the defaults that an administrator has set', async () => {
  // A test database has the defaults of ODD_DEFAULTS.
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {});
  const lone = await openConnection(url);
  const asked = raw`select current_setting('datestyle') as dates,
    current_setting('transaction_isolation') as isolation, 'yesterday'::timestamptz as at`;
  const settingsOf = async (sql: Sql) => (await sql.execute(asked)).rows[0];
  const relied = { dates: expect.stringMatching(/^ISO/), at: expect.stringMatching(/^\d{4}-\d\d/) };
  for (const settings of [
    await settingsOf(lone.sql),
    await settingsOf(database.sql),
    await database.sql.transaction(settingsOf),
  ]) {
    expect(settings).toMatchObject({ ...relied, isolation: 'read committed' });
  }
  await lone.close();
  await database.close();
  await drop();
});

it('IDN-80: a connection keeps the plan of what finds out who calls, and answers also when it has lost it', async () => {
  const { url, drop } = await createTestDatabase();
  await execute(url, 'create table callers (name text); insert into callers values ($$Ana$$)');
  const database = openDatabase(url, () => {});
  const find = async (sql: Sql) =>
    (await sql.execute(raw`select * from callers where name = ${'Ana'}`)).rows;
  const findCaller = () => find(database.callers({ company: 'a' }));
  const kept = async () =>
    (await database.sql.execute('select from pg_prepared_statements')).rows.length;
  await find(database.sql);
  expect(await kept()).toBe(0);
  await findCaller();
  expect(await findCaller()).toEqual([{ name: 'Ana' }]);
  expect(await kept()).toBe(1);
  await execute(url, 'alter table callers add language text');
  expect(await findCaller()).toEqual([{ name: 'Ana', language: null }]);
  expect(database.connections()).toEqual({ open: 1, idle: 1, waiting: 0 });
  await database.close();

  const reset = openDatabase(url, () => {});
  const findAgain = () => find(reset.callers({ company: 'a' }));
  await findAgain();
  await reset.sql.execute('deallocate all');
  expect(await findAgain()).toHaveLength(1);
  await reset.close();
  await drop();
});

it('IDN-80: a transaction keeps the plans of statements that are built once; a lost one fails it once, as busy', async () => {
  const { url, drop } = await createTestDatabase();
  const database = openDatabase(url, () => {}, { size: 8 });
  const add = statementBuiltOnce<{ sum: number }>(
    () => raw`select ${raw.placeholder('a')}::integer + ${raw.placeholder('b')}::integer as sum`,
  );
  const addInside = (a: number, b: number) =>
    database.sql.transaction(async (inside) => (await add(inside, { a, b }))[0]?.sum);
  const kept = async () =>
    (await database.sql.execute('select from pg_prepared_statements')).rows.length;
  expect([await addInside(1, 2), await addInside(3, 4), await kept()]).toEqual([3, 7, 1]);
  await database.sql.execute('deallocate all');
  expect(await addInside(1, 2).catch(meaningOf)).toBe('SERVICE_BUSY');
  expect([await addInside(5, 6), await kept()]).toEqual([11, 0]);
  expect(database.connections()).toEqual({ open: 1, idle: 1, waiting: 0 });
  await database.close();
  await drop();
});

it('OPS-09: each new connection reads the URL again, because its password may have changed', async () => {
  const { url, drop } = await createTestDatabase();
  let now = 'postgres://nobody@127.0.0.1:1/none';
  const database = openDatabase(now, () => {}, { readUrl: () => now });
  await expect(database.sql.execute('select 1')).rejects.toThrow();
  now = url;
  await database.sql.execute('select 1');
  expect(database.url).toBe(url);
  await database.close();
  await drop();
});

it.runIf(process.platform === 'linux')(
  '57P01: a connection that the server terminates during close is not reported as lost',
  async () => {
    const { url, drop } = await createTestDatabase();
    const lost: Error[] = [];
    const database = openDatabase(url, (error) => lost.push(error));
    const { rows } = await database.sql.execute('select pg_backend_pid() as id');
    const server = Number(rows[0]?.id);
    // Simulates an embedded database that is stopped before it has processed the end of the connection.
    process.kill(server, 'SIGSTOP');
    await database.close();
    await execute(url, `select pg_terminate_backend(${server})`);
    process.kill(server, 'SIGCONT');
    await expect.poll(() => existsSync(`/proc/${server}`)).toBe(false);
    await drop(); // By then the server's last message has been read.
    expect(lost).toEqual([]);
  },
);
