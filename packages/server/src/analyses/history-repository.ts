import type { MetricValue } from '@comporta/contract/metrics/metric';
import { isAdjustedByDefault } from '@comporta/stats/level';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/** What an environment's events say of a metric before anybody is measured. */
export interface MetricHistory {
  readonly isAdjusted: boolean;
  /** What a user's total counts at most; undefined without a cap, or without events for a percentile. */
  readonly capAt: number | undefined;
}

const DAYS = 14;

/** Source: RES-18, RES-52. */
export async function readHistory(
  sql: Sql,
  { appId, envId }: { readonly appId: string; readonly envId: string },
  metric: MetricValue,
): Promise<MetricHistory> {
  const { cap, kind, lookbackDays, eventKey, trusted } = metric;
  // Of a sum an event without a value is nothing; of a ratio it is one of what it counts.
  const total =
    kind === 'COUNT' ? raw`count(*)` : raw`sum(coalesce(value, ${kind === 'MEAN' ? 0 : 1}))`;
  const percentile = cap.type === 'PERCENTILE' ? cap.value / 100 : 1;
  const { rows } = await sql.execute<{ everybody: string; units: string; cap: number | null }>(raw`
    select
      (select count(distinct unit) from metric_events where environment_id = ${envId}
        and at >= now() - make_interval(days => ${DAYS})) as everybody,
      count(*) as units,
      percentile_cont(${percentile}) within group (order by total) as cap
    from (
      select unit, ${total} as total from metric_events
      join event_keys on event_keys.id = metric_events.event_key_id
      where environment_id = ${envId} and event_keys.application_id = ${appId}
        and event_keys.key = ${eventKey} and (trusted or not ${trusted})
        and at >= now() - make_interval(days => ${Math.max(lookbackDays, 1)})
      group by unit
    ) totals`);
  const [found] = rows;
  const share = Number(found?.units ?? 0) / Math.max(1, Number(found?.everybody ?? 0));
  const measured = cap.type === 'ABSOLUTE' ? cap.value : (found?.cap ?? undefined);
  return {
    isAdjusted: lookbackDays > 0 && isAdjustedByDefault(kind, share),
    capAt: cap.type === 'NONE' ? undefined : measured,
  };
}
