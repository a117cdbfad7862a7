import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/** The number of past days that planning reads. */
export const HISTORY_DAYS = 14;
/** So many events are a good enough sample; reading 20 million would exceed the statement timeout. */
const MOST_READ = 250_000;

/** A sample of the units of an environment. */
export interface UnitSample {
  /** How many times more units there are than in the sample. */
  readonly times: number;
  /** The condition on a column `unit`. */
  readonly isIn: SQL;
}

/** Units are hashes, spread evenly over their range and indexed: of many units, the lowest are the sample. */
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
