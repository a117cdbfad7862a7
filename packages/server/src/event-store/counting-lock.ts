import { sql as raw } from 'drizzle-orm';
import { refusalBecause } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import { type EventPlace, holdEventPlace } from './event-place-repository.ts';

/** The one node that counts holds this lock. */
const COUNTING_LOCK = 7_230_041;

/** Takes the lock of counting until this transaction ends; false while another node has it, and when raw events are not there. */
export async function isAloneToCount(sql: Sql, place: EventPlace): Promise<boolean> {
  const { rows } = await sql.execute<{ locked: boolean }>(raw`
    select pg_try_advisory_xact_lock(${COUNTING_LOCK}) as locked
    from event_store where state = ${place}`);
  return rows[0]?.locked === true;
}

/**
 * Waits for the node that counts, and keeps all nodes from counting until this transaction ends. Rejects with SERVICE_UNAVAILABLE when
 * raw events are not there, and otherwise keeps them there.
 */
export async function holdCounting(sql: Sql, place: EventPlace): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${COUNTING_LOCK})`);
  const found = await holdEventPlace(sql);
  if (found !== place) throw refusalBecause(new Error(`events are in the place ${found}`));
}
