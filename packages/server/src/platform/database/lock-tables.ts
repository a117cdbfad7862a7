import { setTimeout as pause } from 'node:timers/promises';
import { sql as raw } from 'drizzle-orm';
import { isCancelled, rejectionOfDatabaseError } from './database-errors.ts';
import type { Sql } from './sql.ts';

/** For how long each of the two steps that hinder saves may wait. */
const LOCK_WAIT_MS = 150;
/** The time for saves under way to end. With both steps it makes half a second, the longest that a save waits. */
const SAVES_END_MS = 200;
/** After a second (deadlock_timeout), PostgreSQL cancels an automatic vacuum that others wait for. */
const VACUUM_WAIT_MS = 2_000;

/** A call of a person or a script reads one of these tables before users or accounts, and before it saves anything. */
const READ_BEFORE_SAVES = ['sessions', 'account_keys'];
/** Saves lock the application, then the account, then the user (account-lock.ts). */
const FIRST = ['compatibility', 'applications', 'accounts', 'users'];
const LAST = ['audit_entries'];

/** Other sessions use the tables: nothing is locked, and the transaction must be rolled back. */
export class TablesInUse extends Error {
  override readonly name = 'TablesInUse';
}

/**
 * Locks the tables that these statements name until the transaction ends, all of them before the first one is changed.
 * Otherwise a save that holds one table and waits for another could deadlock with the migration. An attempt is shorter
 * than deadlock_timeout, so that PostgreSQL never cancels a save. Rejects with TablesInUse.
 */
export async function lockTablesOf(inside: Sql, statements: readonly string[]): Promise<void> {
  const tables = inOrder(await tablesNamedIn(inside, statements.join('\n')));
  if (tables.length === 0) return;
  try {
    // This lock hinders no save. It keeps vacuums away, which hold a table for longer than the attempt takes.
    await inside.execute(raw.raw(`set local lock_timeout = ${VACUUM_WAIT_MS}`));
    await lock(inside, tables, 'share update exclusive');
    await inside.execute('set local lock_timeout = 0');
    // Not lock_timeout, which applies to each table: the first tables would be locked for many times as long.
    await inside.execute(raw.raw(`set local statement_timeout = ${LOCK_WAIT_MS}`));
    if (tables.includes('users') || tables.includes('accounts')) {
      await lock(inside, READ_BEFORE_SAVES, 'access exclusive');
      await pause(SAVES_END_MS);
    }
    await lock(inside, tables, 'access exclusive');
    await inside.execute('set local statement_timeout to default');
  } catch (error) {
    const isWait = isCancelled(error) || rejectionOfDatabaseError(error)?.code === 'SERVICE_BUSY';
    throw isWait ? new TablesInUse('', { cause: error }) : error;
  }
}

async function lock(
  inside: Sql,
  tables: readonly string[],
  mode: 'share update exclusive' | 'access exclusive',
): Promise<void> {
  const names = tables.map((table) => raw`public.${raw.identifier(table)}`);
  await inside.execute(raw`lock table ${raw.join(names, raw`, `)} in ${raw.raw(mode)} mode`);
}

/** A table whose name is only the name of a column, too, is locked in vain, but no table is forgotten. */
async function tablesNamedIn(inside: Sql, statements: string): Promise<string[]> {
  const { rows } = await inside.execute<{ name: string }>(
    raw`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const words = new Set(statements.match(/\w+/g));
  return rows.map(({ name }) => name).filter((name) => words.has(name));
}

function inOrder(tables: readonly string[]): string[] {
  const rest = tables.filter((table) => ![...FIRST, ...LAST].includes(table));
  return [...FIRST, ...rest, ...LAST].filter((table) => tables.includes(table));
}

/** A line for each session that has been using tables for long: a save normally takes about 10 ms. */
export async function describeTableUses(sql: Sql): Promise<string[]> {
  const { rows } = await sql.execute<{ line: string }>(raw`
    select format('process %s (%s) on %s', pid, application_name,
      string_agg(distinct relname::text, ', ')) as line
    from pg_locks
    join pg_class on pg_class.oid = relation
    join pg_stat_activity using (pid)
    where pg_locks.database = (select oid from pg_database where datname = current_database())
      and granted and pid <> pg_backend_pid() and relkind in ('r', 'p')
      and relnamespace = 'public'::regnamespace
      -- The start of another role's transaction may be hidden.
      and coalesce(xact_start < clock_timestamp() - ${`${LOCK_WAIT_MS} ms`}::interval, true)
    group by pid, application_name order by min(xact_start) limit 5`);
  return rows.map(({ line }) => line);
}
