import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';

/** Makes the partitions of days that have none, in the transaction `sql`. */
export async function makeDays(sql: Sql, days: readonly string[]): Promise<void> {
  if ((await missingOf(sql, days)).length === 0) return;
  // The lock serialises nodes. A session that waited here must read pg_class itself: `to_regclass` may answer from a
  // cache of this session and miss a partition that another node has just made.
  await sql.execute(raw`select pg_advisory_xact_lock(hashtext('metric_events'))`);
  const { rows } = await sql.execute<{ day: string }>(raw`
    select day::text from unnest(${raw.param([...days])}::date[]) as day
    where not exists (
      select from pg_class where relname = 'metric_events_' || to_char(day, 'YYYYMMDD'))`);
  for (const { day } of rows) await sql.execute(raw`select make_event_day(${day}::date)`);
}

async function missingOf(sql: Sql, days: readonly string[]): Promise<readonly object[]> {
  const { rows } = await sql.execute(raw`
    select from unnest(${raw.param([...days])}::date[]) as day
    where to_regclass('metric_events_' || to_char(day, 'YYYYMMDD')) is null`);
  return rows;
}
