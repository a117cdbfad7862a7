import type { Sql } from '../../platform/database/database.ts';
import { type ClickHouse, COUNT_SECONDS } from './clickhouse.ts';
import { goneEnvironments, gonePhases } from './own-database-repository.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Events may be so many days older than the day on which they arrive. */
const DAYS_LATE = 8;
/** A DELETE rewrites what it finds, so one is done at a time, and few in one sweep. */
const DELETES_AT_ONCE = 20;
const LONGEST = { mostSeconds: COUNT_SECONDS };

interface Sweeping {
  readonly sql: Sql;
  readonly clickhouse: ClickHouse;
  readonly keptDays: number;
  readonly now?: Date;
}

/**
 * Drops the days of events that are no longer kept, and deletes the rows of some deleted environments and phases; answers
 * whether that was all. Source: SCL-47.
 */
export async function sweepClickHouse({
  sql,
  clickhouse,
  keptDays,
  now = new Date(),
}: Sweeping): Promise<boolean> {
  const oldest = new Date(now.getTime() - Math.max(keptDays, DAYS_LATE) * DAY_MS);
  const days = await clickhouse.read<{ day: string }>(
    `select distinct partition as day from system.parts
      where database = currentDatabase() and table = 'comporta_events' and active
        and toDate(partition) < {oldest:Date}`,
    { oldest: oldest.toISOString().slice(0, 10) },
  );
  for (const { day } of days) {
    // Of the form 2026-11-28, as the engine wrote it.
    await clickhouse.run(`alter table comporta_events drop partition '${day}'`, {}, LONGEST);
  }
  const gone = [
    ...(await goneIn(clickhouse, EVENTS, (ids) => goneEnvironments(sql, ids))),
    ...(await goneIn(clickhouse, EXPOSURES, (ids) => gonePhases(sql, ids))),
  ];
  for (const { from, id } of gone.slice(0, DELETES_AT_ONCE)) {
    await clickhouse.run(
      `delete from ${from.table} where ${from.column} = {id:UUID}`,
      { id },
      LONGEST,
    );
  }
  return gone.length <= DELETES_AT_ONCE;
}

interface Column {
  readonly table: string;
  readonly column: string;
}

const EVENTS: Column = { table: 'comporta_events', column: 'environment_id' };
const EXPOSURES: Column = { table: 'comporta_exposures', column: 'phase_id' };

async function goneIn(
  clickhouse: ClickHouse,
  from: Column,
  gone: (ids: readonly string[]) => Promise<readonly string[]>,
): Promise<{ readonly from: Column; readonly id: string }[]> {
  const found = await clickhouse.read<{ id: string }>(
    `select distinct ${from.column} as id from ${from.table}`,
    {},
    LONGEST,
  );
  return (await gone(found.map(({ id }) => id))).map((id) => ({ from, id }));
}
