import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/** Days that say what is to be expected. */
export const HISTORY_DAYS = 14;
/** What these say is good enough; of 20 million, a statement would take longer than any may. */
const MOST_READ = 250_000;

/** Units of an environment by which is judged what all did. */
export interface UnitSample {
  /** So many times more there are. */
  readonly times: number;
  /** Of a column `unit`. */
  readonly isIn: SQL;
}

/** Units are spread evenly over all their numbers, by which what they did is found: of many, the lowest are read. */
export async function readUnitSample(
  sql: Sql,
  environmentId: string,
  mostRead = MOST_READ,
): Promise<UnitSample> {
  const { rows } = await sql.execute<{ count: string }>(raw`
    select coalesce(sum(count), 0) as count from event_counters
    where environment_id = ${environmentId} and kind in ('EVENT', 'EXPOSURE')
      and hour >= now() - make_interval(days => ${HISTORY_DAYS})`);
  const times = Number(rows[0]?.count ?? 0) / mostRead;
  if (times <= 1) return { times: 1, isIn: raw`true` };
  const first = Math.floor(2 ** 32 / times)
    .toString(16)
    .padStart(8, '0');
  return { times, isIn: raw`unit < ${`${first}-0000-0000-0000-000000000000`}::uuid` };
}
