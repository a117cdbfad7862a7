import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { explainStartFailure } from '../../process/start-failure.ts';
import { execute } from '../../testing/test-cluster.ts';
import { countLockWaits, createTestDatabase } from '../../testing/test-database.ts';
import { PACKAGE_FOLDER } from '../base/package-folder.ts';
import { openConnection } from './connection.ts';
import { migrateDatabase, pendingMigrations } from './migrations.ts';

const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';
const LAST_OF_0_1_0 = '0002_audit-numbers';

/** A database with the tables of 0.1.0, and a session in it that has begun a transaction. */
async function openFormerTables() {
  const { url, drop } = await createTestDatabase();
  onTestFinished(drop);
  await execute(url, CLEAR);
  const journal: { entries: { when: number; tag: string }[] } = JSON.parse(
    readFileSync(path.join(PACKAGE_FOLDER, 'migrations/meta/_journal.json'), 'utf8'),
  );
  await migrateDatabase(url, {
    upTo: journal.entries.find(({ tag }) => tag === LAST_OF_0_1_0)?.when ?? Number.NaN,
  });
  const client = new pg.Client({ connectionString: url, application_name: 'a save of 0.1.0' });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('begin');
  const save = {
    /** Locks a table as writing a row of it does. */
    write: (table: string) => client.query(`lock table ${table} in row exclusive mode`),
    commit: () => client.query('commit'),
  };
  return { url, save };
}

it.each([
  ['an edit', ['applications'], ['toggles', 'accounts', 'audit_entries', 'environments']],
  [
    'a create with an Idempotency-Key',
    ['idempotent_answers', 'accounts'],
    ['applications', 'toggles', 'audit_entries', 'environments'],
  ],
  ['a transaction in another order', ['audit_entries'], ['applications']],
])('OPS-04: a migration and %s of 0.1.0 do not deadlock', async (_what, first, then) => {
  const { url, save } = await openFormerTables();
  const observer = await openConnection(url);
  for (const table of first) await save.write(table);
  const migrating = migrateDatabase(url);
  await expect.poll(() => countLockWaits(observer.sql), { interval: 20, timeout: 10_000 }).toBe(1);
  for (const table of then) await save.write(table);
  await save.commit();
  await migrating;
  expect(await pendingMigrations(url)).toEqual([]);
  await observer.close();
});

it('OPS-04: a migration waits for a session that holds locks, and lets saves pass meanwhile', async () => {
  const { url, save } = await openFormerTables();
  await save.write('users');
  const lines: unknown[] = [];
  const migrating = migrateDatabase(url, {
    log: { info: (...line: unknown[]) => lines.push(line) },
  });
  await expect.poll(() => lines, { timeout: 10_000 }).toHaveLength(1);
  expect(lines).toEqual([
    [
      { sessions: [expect.stringMatching(/^process \d+ \(a save of 0\.1\.0\) on users$/)] },
      'other sessions use the tables that are to be migrated; trying again every 2 seconds',
    ],
  ]);
  await execute(url, 'update applications set revision = revision + 1');
  await save.commit();
  await migrating;
  expect(lines).toHaveLength(1);
  expect(await pendingMigrations(url)).toEqual([]);
});

it('OPS-04: a migration that gives up waiting names the sessions that hold the locks', async () => {
  const { url, save } = await openFormerTables();
  await save.write('users');
  const failure = await migrateDatabase(url, { waitsMs: 0 }).catch(explainStartFailure);
  expect(failure).toMatch(
    /^Comporta did not start: the tables could not be migrated for 0 minutes, because other sessions use them \(process \d+ \(a save of 0\.1\.0\) on users\)\. End what keeps the migration waiting and start again\.$/,
  );
});
