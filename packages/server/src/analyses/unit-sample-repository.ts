import { sql as raw } from 'drizzle-orm';
import type { Sample } from '../event-store/raw-events.ts';
import type { Sql } from '../platform/database/database.ts';

/** The number of past days that planning reads. */
export const HISTORY_DAYS = 14;
/** So many events are a good enough sample; reading 20 million would exceed the statement timeout. */
const MOST_READ = 250_000;

/** How many of the units of an environment are read, by the events that were counted. */
export async function readUnitSample(
  sql: Sql,
  environmentId: string,
  mostRead = MOST_READ,
): Promise<Sample> {
  const { rows } = await sql.execute<{ count: string }>(raw`
    select coalesce(sum(count), 0) as count from event_counters
    where environment_id = ${environmentId} and kind in ('EVENT', 'EXPOSURE')
      and hour >= now() - make_interval(days => ${HISTORY_DAYS})`);
  const times = Math.max(1, Number(rows[0]?.count ?? 0) / mostRead);
  return { days: HISTORY_DAYS, times };
}
