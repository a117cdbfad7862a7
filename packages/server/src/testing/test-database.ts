import { sql as raw } from 'drizzle-orm';
import { inject } from 'vitest';
import type { Sql } from '../platform/database/sql.ts';
import { copyTemplate, type TestDatabase } from './test-cluster.ts';

export type { TestDatabase } from './test-cluster.ts';

/** A migrated, empty database for one test file. */
export function createTestDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('testCluster'));
}

/** Cancels a statement that deletes more than 10,000 rows of a table. It stands in for the statement timeout. */
export async function endLargeDeletes(sql: Sql, tables: readonly string[]): Promise<void> {
  await sql.execute(raw`
    create or replace function end_large() returns trigger language plpgsql as $$
    begin
      if (select count(*) from gone) > 10000 then raise query_canceled; end if;
      return null;
    end $$`);
  for (const table of tables) {
    await sql.execute(raw`
      create trigger end_large after delete on ${raw.identifier(table)}
      referencing old table as gone for each statement execute function end_large()`);
  }
}

/** How many statements in this database wait for a lock. */
export async function countLockWaits(sql: Sql): Promise<number> {
  const { rows } = await sql.execute(raw`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
  return rows.length;
}
