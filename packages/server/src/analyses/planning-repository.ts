import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import { isAdjustedByDefault } from '@comporta/stats/level';
import { sql as raw } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Measurable } from './references-repository.ts';
import { HISTORY_DAYS, readUnitSample, type UnitSample } from './unit-sample-repository.ts';

const PAGE_DAYS = 7;

interface PlanningScope {
  readonly applicationId: string;
  readonly environmentId: string;
  readonly experimentId: string;
  readonly ruleId: string | undefined;
  /** With more events than this, only a sample of the users is read. */
  readonly mostRead?: number;
}

interface KeyTotals {
  readonly units: number;
  readonly events: number;
  readonly eventSquares: number;
  /** The sum of the values; an event without one counts as 0. */
  readonly sum: number;
  readonly squares: number;
  /** The same, with an event without a value counted as 1. */
  readonly ratioSum: number;
  /** Whether there are events of the last days, all of them from pages. Source: RES-110. */
  readonly onlyPages: boolean;
}

/** What the last 14 days say about each metric, to plan an analysis. Source: RES-57, RES-74. */
export async function readPlanning(
  sql: Sql,
  place: PlanningScope,
  { metrics }: Pick<Measurable, 'metrics'>,
): Promise<Planning> {
  const sample = await readUnitSample(sql, place.environmentId, place.mostRead);
  const totals = await readTotals(sql, place.environmentId, sample);
  const { everybody, days } = await readEverybody(sql, place.environmentId, sample);
  const perDay =
    (await readMeasuredPerDay(sql, place)) ?? (days > 0 ? everybody / days : undefined);
  return {
    ...(perDay !== undefined && perDay > 0 && { usersPerDay: perDay }),
    metrics: metrics.map((metric) => ({
      metricId: metric.id,
      onlyPages: totals.get(metric.eventKey)?.onlyPages ?? false,
      ...levelOf(metric, totals, everybody),
    })),
  };
}

function levelOf(
  { kind, eventKey, denominatorKey, numeratorOf, denominatorOf, lookbackDays }: Metric,
  totals: ReadonlyMap<string, KeyTotals>,
  everybody: number,
) {
  const of = totals.get(eventKey);
  const users = of?.units ?? 0;
  const cuped = lookbackDays > 0 && isAdjustedByDefault(kind, users / Math.max(1, everybody));
  if (of === undefined || everybody === 0) return { users, cuped };
  const spread = (sum: number, squares: number) => {
    const level = sum / everybody;
    const variance = Math.max(0, squares / everybody - level * level);
    return { users, cuped, level, deviation: Math.sqrt(variance) };
  };
  switch (kind) {
    case 'CONVERSION':
      return spread(of.units, of.units);
    case 'COUNT':
      return spread(of.events, of.eventSquares);
    case 'MEAN':
      return spread(of.sum, of.squares);
    case 'RATIO': {
      const sideOf = (totalsOf: KeyTotals, side: Metric['numeratorOf']) =>
        side === 'COUNT' ? totalsOf.events : totalsOf.ratioSum;
      const divisor = totals.get(denominatorKey);
      const below = divisor === undefined ? 0 : sideOf(divisor, denominatorOf);
      return below === 0
        ? { users, cuped }
        : { users, cuped, level: sideOf(of, numeratorOf) / below };
    }
    case 'RETENTION':
      return { users, cuped };
  }
}

/** For each event key: how many units sent it, how often, and with which values. */
async function readTotals(
  sql: Sql,
  environmentId: string,
  { times, isIn }: UnitSample,
): Promise<Map<string, KeyTotals>> {
  const all = (sum: string | undefined) => Number(sum) * times;
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
      where environment_id = ${environmentId} and ${isIn}
        and at >= now() - make_interval(days => ${HISTORY_DAYS})
      group by event_key_id, unit
    ) of_units
    join event_keys k on k.id = of_units.event_key_id
    group by k.key`);
  return new Map(
    rows.map(({ key = '', ...of }) => [
      key,
      {
        units: Math.round(all(of.units)),
        events: all(of.events),
        eventSquares: all(of.event_squares),
        sum: all(of.sum),
        squares: all(of.squares),
        ratioSum: all(of.ratio_sum),
        onlyPages: of.only_pages,
      },
    ]),
  );
}

/** How many units had an event or an exposure in the last 14 days, and for how many days there are any. */
async function readEverybody(sql: Sql, environmentId: string, { times, isIn }: UnitSample) {
  const { rows } = await sql.execute<{ everybody: string; days: string | null }>(raw`
    select count(distinct unit) as everybody,
      ceil(extract(epoch from now() - min(at)) / 86400) as days
    from (
      select unit, at from metric_events
      where environment_id = ${environmentId} and ${isIn}
        and at >= now() - make_interval(days => ${HISTORY_DAYS})
      union all
      select e.unit, e.first_at from exposures e join phases p on p.id = e.phase_id
      where p.environment_id = ${environmentId} and ${isIn}
        and e.first_at >= now() - make_interval(days => ${HISTORY_DAYS})
    ) seen`);
  return {
    everybody: Math.round(times * Number(rows[0]?.everybody ?? 0)),
    days: Number(rows[0]?.days ?? 0),
  };
}

/** New users per day of the rule, or of the experiment without one; undefined if it was not measured in these days. */
async function readMeasuredPerDay(
  sql: Sql,
  { experimentId, ruleId }: PlanningScope,
): Promise<number | undefined> {
  const ofRule = ruleId !== undefined && isId(ruleId) ? raw`and a.rule_id = ${ruleId}` : raw``;
  const { rows } = await sql.execute<{ units: string; days: string }>(raw`
    select sum(c.units) as units, count(distinct c.cohort_day) as days
    from cohort_units c join phases p on p.id = c.phase_id join analyses a on a.id = p.analysis_id
    where a.experiment_id = ${experimentId} ${ofRule} and c.cohort_day >= (now() at time zone 'UTC')::date - ${HISTORY_DAYS}::int`);
  const days = Number(rows[0]?.days ?? 0);
  return days === 0 ? undefined : Number(rows[0]?.units) / days;
}
