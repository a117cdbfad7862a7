import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/** The one node that counts holds this lock. */
const COUNTING_LOCK = 7_230_041;

/** Takes the lock of counting until this transaction ends; false while another node has it. */
export async function isAloneToCount(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute<{ locked: boolean }>(
    raw`select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}

/** Waits for the node that counts, and keeps all nodes from counting until this transaction ends. */
export async function holdCounting(sql: Sql): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${COUNTING_LOCK})`);
}
