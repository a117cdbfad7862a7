import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Log } from '../base/log.ts';
import { PACKAGE_FOLDER } from '../base/package-folder.ts';
import { findNewerProgram, TablesAreNewer } from './compatibility.ts';
import { openConnection } from './connection.ts';
import { describeTableUses, lockTablesOf, TablesInUse } from './lock-tables.ts';
import type { Sql } from './sql.ts';

const FOLDER = path.join(PACKAGE_FOLDER, 'migrations');
const MIGRATIONS = readMigrationFiles({ migrationsFolder: FOLDER });
const NEWEST = Math.max(...MIGRATIONS.map(({ folderMillis }) => folderMillis));
/** An arbitrary id of an advisory lock: only one node at a time migrates a database. */
const LOCK = 4_281_907;
const LOOK_AGAIN_MS = 250;
/** Each attempt to lock the tables makes saves wait. */
const LOCK_AGAIN_MS = 2_000;
/** A migration of many millions of rows takes minutes. One that takes longer needs a person's attention. */
const WAITS_MS = 10 * 60_000;

export interface MigrationOptions {
  readonly log?: Pick<Log, 'info'> | undefined;
  /** The timestamp of the last migration to apply; used to recreate the tables of a backup. */
  readonly upTo?: number;
  /** For how long to wait for other nodes and sessions. */
  readonly waitsMs?: number;
}

/** Another node, or sessions that use the tables, did not let this one migrate. */
export class MigrationBlocked extends Error {
  override readonly name = 'MigrationBlocked';
}

export type TablesState = 'ready' | 'not migrated' | 'tables are newer';

/** Whether this program can use the tables. */
export async function tablesState(connection: Sql): Promise<TablesState> {
  if ((await newestApplied(connection)) < NEWEST) return 'not migrated';
  return (await findNewerProgram(connection)) === undefined ? 'ready' : 'tables are newer';
}

/**
 * Migrates the tables in one transaction, which holds the advisory lock: several nodes may start at the same time, with
 * or without a connection pooler. Rejects with TablesAreNewer when this program is too old, and with MigrationBlocked
 * when others keep it waiting for too long.
 */
export async function migrateDatabase(
  url: string,
  { log, upTo = NEWEST, waitsMs = WAITS_MS }: MigrationOptions = {},
): Promise<void> {
  const connection = await openConnection(url);
  try {
    const since = performance.now();
    let told: Attempt | undefined;
    for (;;) {
      const attempt = await tryToMigrate(connection.sql, upTo);
      if (attempt === 'migrated') return;
      const isOver = performance.now() - since > waitsMs;
      if (isOver) throw new MigrationBlocked(await reasonOf(connection.sql, attempt, waitsMs));
      if (told !== attempt) await tellWait(connection.sql, attempt, log);
      told = attempt;
      await pause(attempt === 'tables in use' ? LOCK_AGAIN_MS : LOOK_AGAIN_MS);
    }
  } finally {
    await connection.close();
  }
}

/** Rejects with TablesAreNewer when this program is too old for the tables. */
export async function requireTables(url: string): Promise<void> {
  const connection = await openConnection(url);
  try {
    const oldestProgram = await findNewerProgram(connection.sql);
    if (oldestProgram !== undefined) throw new TablesAreNewer(oldestProgram);
  } finally {
    await connection.close();
  }
}

/** The names of the migrations that `migrateDatabase` would apply. */
export async function pendingMigrations(url: string): Promise<string[]> {
  const journal: Journal = JSON.parse(
    readFileSync(path.join(FOLDER, 'meta/_journal.json'), 'utf8'),
  );
  const connection = await openConnection(url);
  try {
    const pending = await pendingIn(connection.sql);
    return pending.map(({ folderMillis }) => nameOf(journal, folderMillis));
  } finally {
    await connection.close();
  }
}

/** Drizzle's list of migrations, with the names of their files. */
interface Journal {
  readonly entries: readonly { readonly when: number; readonly tag: string }[];
}

function nameOf({ entries }: Journal, when: number): string {
  return entries.find((entry) => entry.when === when)?.tag ?? `${when}`;
}

type Attempt = 'migrated' | 'another node migrates' | 'tables in use';

/** Changes nothing unless it returns 'migrated'. */
async function tryToMigrate(connection: Sql, upTo: number): Promise<Attempt> {
  try {
    // Not 'repeatable read', which may be the default: what was saved during the wait for locks must be seen.
    return await connection.transaction((inside) => migrate(inside, upTo), {
      isolationLevel: 'read committed',
    });
  } catch (error) {
    if (error instanceof TablesInUse) return 'tables in use';
    throw error;
  }
}

async function migrate(inside: Sql, upTo: number): Promise<Attempt> {
  const { rows } = await inside.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(${LOCK}) as locked`,
  );
  if (rows[0]?.locked !== true) return 'another node migrates';
  const pending = (await pendingIn(inside)).filter(({ folderMillis }) => folderMillis <= upTo);
  if (pending.length > 0) await apply(inside, pending);
  const oldestProgram = upTo < NEWEST ? undefined : await findNewerProgram(inside);
  if (oldestProgram !== undefined) throw new TablesAreNewer(oldestProgram);
  return 'migrated';
}

async function tellWait(
  connection: Sql,
  attempt: Attempt,
  log: MigrationOptions['log'],
): Promise<void> {
  if (attempt === 'another node migrates') {
    log?.info('another node is migrating the database; waiting for it');
    return;
  }
  log?.info(
    { sessions: await describeTableUses(connection) },
    'other sessions use the tables that are to be migrated; trying again every 2 seconds',
  );
}

async function reasonOf(connection: Sql, attempt: Attempt, waitsMs: number): Promise<string> {
  const minutes = waitsMs / 60_000;
  if (attempt === 'another node migrates') {
    return `another node has been migrating the database for ${minutes} minutes`;
  }
  const uses = (await describeTableUses(connection)).join('; ') || 'none of them for long';
  return `the tables could not be migrated for ${minutes} minutes, because other sessions use them (${uses})`;
}

async function pendingIn(connection: Sql) {
  const newest = await newestApplied(connection);
  return MIGRATIONS.filter(({ folderMillis }) => folderMillis > newest);
}

async function apply(inside: Sql, pending: typeof MIGRATIONS): Promise<void> {
  // Not "create schema if not exists": PostgreSQL requires the right to create even for an existing schema.
  if (!(await isThere(inside, 'drizzle'))) await inside.execute(sql`create schema drizzle`);
  await inside.execute(sql`create table if not exists drizzle.__drizzle_migrations (
    id serial primary key, hash text not null, created_at bigint)`);
  await lockTablesOf(
    inside,
    pending.flatMap(({ sql: statements }) => statements),
  );
  for (const { sql: statements, hash, folderMillis } of pending) {
    for (const statement of statements) await inside.execute(sql.raw(statement));
    await inside.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values (${hash}, ${folderMillis})`);
  }
}

async function isThere(connection: Sql, schema: string): Promise<boolean> {
  const { rows } = await connection.execute<{ there: boolean }>(
    sql`select to_regnamespace(${schema}) is not null as there`,
  );
  return rows[0]?.there === true;
}

/** The timestamp of the newest applied migration; 0 in a database without our tables. */
export async function newestApplied(connection: Sql): Promise<number> {
  const { rows } = await connection.execute<{ there: boolean }>(
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as there`,
  );
  if (rows[0]?.there !== true) return 0;
  const applied = await connection.execute<{ newest: string | null }>(
    sql`select max(created_at) as newest from drizzle.__drizzle_migrations`,
  );
  return Number(applied.rows[0]?.newest ?? 0);
}
