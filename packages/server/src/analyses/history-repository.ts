import type { MetricValue } from '@comporta/contract/metrics/metric';
import { isAdjustedByDefault } from '@comporta/stats/level';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { HISTORY_DAYS, readUnitSample, type UnitSample } from './unit-sample-repository.ts';

/** What an environment's past events say about a metric, before the analysis starts. */
export interface MetricHistory {
  readonly isAdjusted: boolean;
  /** The most that a user's total counts; undefined without a cap, or without events for a percentile. */
  readonly capAt: number | undefined;
}

interface EnvironmentIds {
  readonly appId: string;
  readonly envId: string;
}

/** Reads the history of metrics one by one; the users are counted once for all of them. Source: RES-18, RES-52. */
export function openHistory(sql: Sql, place: EnvironmentIds, mostRead?: number) {
  let opened: Promise<OpenedHistory> | undefined;
  async function open(): Promise<OpenedHistory> {
    const sample = await readUnitSample(sql, place.envId, mostRead);
    return { sample, everybody: await countUnits(sql, place.envId, sample) };
  }
  return async (metric: MetricValue): Promise<MetricHistory> => {
    opened ??= open();
    return readHistory(sql, { ...place, ...(await opened) }, metric);
  };
}

interface OpenedHistory {
  readonly sample: UnitSample;
  /** The number of units in the sample. */
  readonly everybody: number;
}

async function countUnits(sql: Sql, envId: string, { isIn }: UnitSample): Promise<number> {
  const { rows } = await sql.execute<{ count: string }>(raw`
    select count(distinct unit) as count from metric_events
    where environment_id = ${envId} and ${isIn}
      and at >= now() - make_interval(days => ${HISTORY_DAYS})`);
  return Number(rows[0]?.count ?? 0);
}

async function readHistory(
  sql: Sql,
  { appId, envId, sample, everybody }: EnvironmentIds & OpenedHistory,
  metric: MetricValue,
): Promise<MetricHistory> {
  const { cap, kind, numeratorOf, lookbackDays, eventKey, trusted } = metric;
  const isCount = kind === 'COUNT' || (kind === 'RATIO' && numeratorOf === 'COUNT');
  // An event without a value counts as 0 in a sum, and as 1 in a ratio.
  const total = isCount ? raw`count(*)` : raw`sum(coalesce(value, ${kind === 'MEAN' ? 0 : 1}))`;
  const percentile = cap.type === 'PERCENTILE' ? cap.value / 100 : 1;
  const { rows } = await sql.execute<{ units: string; cap: number | null }>(raw`
    select count(*) as units,
      percentile_cont(${percentile}) within group (order by total) as cap
    from (
      select unit, ${total} as total from metric_events
      join event_keys on event_keys.id = metric_events.event_key_id
      where environment_id = ${envId} and ${sample.isIn} and event_keys.application_id = ${appId}
        and event_keys.key = ${eventKey} and (trusted or not ${trusted})
        and at >= now() - make_interval(days => ${Math.max(lookbackDays, 1)})
      group by unit
    ) totals`);
  const [found] = rows;
  const share = Number(found?.units ?? 0) / Math.max(1, everybody);
  const measured = cap.type === 'ABSOLUTE' ? cap.value : (found?.cap ?? undefined);
  return {
    isAdjusted: lookbackDays > 0 && isAdjustedByDefault(kind, share),
    capAt: cap.type === 'NONE' ? undefined : measured,
  };
}
