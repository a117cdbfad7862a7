import type { MetricValue } from '@comporta/contract/metrics/metric';
import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/database.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import type {
  EnvironmentIds,
  Everybody,
  KeyTotals,
  KeyUsers,
  Sample,
  UnitTotals,
} from '../../raw-events.ts';
import { isSampled } from './sampled-units.ts';

const PAGE_DAYS = 7;

/** For each event key: how many units sent it, how often, and with which values. */
export async function readKeyTotals(
  sql: Sql,
  environmentId: string,
  { days, times }: Sample,
): Promise<Map<string, KeyTotals>> {
  const { rows } = await sql.execute<Record<string, string> & { only_pages: boolean }>(raw`
    select k.key, count(*) as units, sum(events) as events, sum(events * events) as event_squares,
      sum(total) as sum, sum(total * total) as squares, sum(ratio_total) as ratio_sum,
      sum(of_pages) > 0 and sum(of_servers) = 0 as only_pages
    from (
      select event_key_id, unit, count(*)::float8 as events, coalesce(sum(value), 0) as total,
        sum(coalesce(value, 1)) as ratio_total,
        count(*) filter (where not trusted and at >= now() - make_interval(days => ${PAGE_DAYS})) as of_pages,
        count(*) filter (where trusted and at >= now() - make_interval(days => ${PAGE_DAYS})) as of_servers
      from metric_events
      where environment_id = ${environmentId} and ${isSampled(times)}
        and at >= now() - make_interval(days => ${days})
      group by event_key_id, unit
    ) of_units
    join event_keys k on k.id = of_units.event_key_id
    group by k.key`);
  return new Map(
    rows.map(({ key = '', ...of }) => [
      key,
      {
        units: Number(of.units),
        events: Number(of.events),
        eventSquares: Number(of.event_squares),
        sum: Number(of.sum),
        squares: Number(of.squares),
        ratioSum: Number(of.ratio_sum),
        onlyPages: of.only_pages,
      },
    ]),
  );
}

/** How many units had an event or an exposure, and for how many days there are any. */
export async function readEverybody(
  sql: Sql,
  environmentId: string,
  { days, times }: Sample,
): Promise<Everybody> {
  const isIn = isSampled(times);
  const { rows } = await sql.execute<{ units: string; days: string | null }>(raw`
    select count(distinct unit) as units,
      ceil(extract(epoch from now() - min(at)) / 86400) as days
    from (
      select unit, at from metric_events
      where environment_id = ${environmentId} and ${isIn}
        and at >= now() - make_interval(days => ${days})
      union all
      select e.unit, e.first_at from exposures e join phases p on p.id = e.phase_id
      where p.environment_id = ${environmentId} and ${isIn}
        and e.first_at >= now() - make_interval(days => ${days})
    ) seen`);
  const seen = onlyRow(rows);
  return { units: Number(seen.units), days: Number(seen.days ?? 0) };
}

export async function countActiveUnits(
  sql: Sql,
  environmentId: string,
  { days, times }: Sample,
): Promise<number> {
  const { rows } = await sql.execute<{ count: string }>(raw`
    select count(distinct unit) as count from metric_events
    where environment_id = ${environmentId} and ${isSampled(times)}
      and at >= now() - make_interval(days => ${days})`);
  return Number(onlyRow(rows).count);
}

export async function readUnitTotals(
  sql: Sql,
  { appId, envId }: EnvironmentIds,
  {
    sample: { days, times },
    metric: { cap, kind, numeratorOf, eventKey, trusted },
  }: { readonly sample: Sample; readonly metric: MetricValue },
): Promise<UnitTotals> {
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
      where environment_id = ${envId} and ${isSampled(times)} and event_keys.application_id = ${appId}
        and event_keys.key = ${eventKey} and (trusted or not ${trusted})
        and at >= now() - make_interval(days => ${days})
      group by unit
    ) totals`);
  const found = onlyRow(rows);
  return { units: Number(found.units), cap: found.cap ?? undefined };
}

/** The number of users who sent an event of each key, and the time of the last event. */
export async function readUsersOfKeys(
  sql: Sql,
  applicationId: string,
  { since, times }: { readonly since: Date; readonly times: number },
): Promise<Map<number, KeyUsers>> {
  const { rows } = await sql.execute<{ id: number; users: string; last: string }>(raw`
    select v.event_key_id as id, count(distinct (v.environment_id, v.unit)) as users, max(v.at) as last
    from metric_events v join environments e on e.id = v.environment_id
    where e.application_id = ${applicationId} and ${isSampled(times)}
      and v.at >= ${since.toISOString()}
    group by 1`);
  return new Map(
    rows.map(({ id, users, last }) => [
      id,
      { users: Number(users) * times, lastAt: new Date(last).toISOString() },
    ]),
  );
}
