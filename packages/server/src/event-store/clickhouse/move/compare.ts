import type { Sql } from '../../../platform/database/database.ts';
import { type ClickHouse, COUNT_SECONDS } from '../clickhouse.ts';
import { goneEnvironments, gonePhases } from '../own-database-repository.ts';
import { type Sum, sumsOfDay, sumsOfExposures } from './move-repository.ts';

/**
 * Whether both stores have the same of what was moved: as many events of a day in each environment, or exposures in each phase, and
 * the same sum of the first halves of their ids. What belongs to deleted ones is being swept in both.
 */
export async function isSameInBoth(
  sql: Sql,
  clickhouse: ClickHouse,
  day: string | null,
): Promise<boolean> {
  const here = day === null ? await sumsOfExposures(sql) : await sumsOfDay(sql, day);
  // A day that was dropped meanwhile, because it is no longer kept.
  if (day !== null && here.length === 0) return true;
  const query =
    day === null
      ? sumsOf('phase_id', 'unit', 'comporta_exposures final where moved')
      : sumsOf(
          'environment_id',
          'event_id',
          'comporta_events final where moved and day = {day:Date}',
        );
  const there = await clickhouse.read<Sum>(query, day === null ? {} : { day }, LONGEST);
  const textOf = ({ id, rows, sum }: Sum) => `${id} ${rows} ${sum}`;
  const [ofHere, ofThere] = [new Set(here.map(textOf)), new Set(there.map(textOf))];
  const different = [...here, ...there].filter(
    (one) => !(ofHere.has(textOf(one)) && ofThere.has(textOf(one))),
  );
  const ids = [...new Set(different.map(({ id }) => id))];
  const gone = await (day === null ? gonePhases : goneEnvironments)(sql, ids);
  return gone.length === ids.length;
}

const LONGEST = { mostSeconds: COUNT_SECONDS };

function sumsOf(group: string, id: string, from: string): string {
  return `select toString(${group}) as id, toString(count()) as rows,
      toString(sum(reinterpretAsUInt64(reverse(substring(UUIDToNum(${id}), 1, 8))))) as sum
    from ${from} group by ${group}`;
}
