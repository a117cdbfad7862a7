import type { Sql } from '../../../platform/database/database.ts';
import {
  claimForClickHouse,
  type EventPlace,
  readEventPlace,
} from '../../event-place-repository.ts';
import type { ClickHouse } from '../clickhouse.ts';
import { beginMove } from './move-repository.ts';

/**
 * Begins the move unless it has begun; answers where events are from now on. What ClickHouse had before would be taken for what was
 * moved, so it must be empty: NOT_EMPTY otherwise.
 */
export async function beginMoving(
  sql: Sql,
  clickhouse: ClickHouse,
): Promise<EventPlace | 'NOT_EMPTY'> {
  const before = await readEventPlace(sql);
  if (before !== 'POSTGRES') return before;
  const [found] = await clickhouse.read<{ rows: number }>(
    `select (select count() from (select 1 from comporta_events limit 1))
      + (select count() from (select 1 from comporta_exposures limit 1)) as rows`,
  );
  if (found?.rows !== 0) return 'NOT_EMPTY';
  const claimed = await claimForClickHouse(sql);
  return claimed === 'POSTGRES' ? beginMove(sql) : claimed;
}
