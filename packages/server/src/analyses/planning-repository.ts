import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import { isAdjustedByDefault } from '@comporta/stats/level';
import { sql as raw } from 'drizzle-orm';
import type { KeyTotals } from '../event-store/raw-events.ts';
import { isId } from '../platform/base/ids.ts';
import { unlessAway } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Measurable } from './references-repository.ts';
import type { Looking } from './results/look-at-phase.ts';
import { HISTORY_DAYS, readUnitSample } from './unit-sample-repository.ts';

interface PlanningScope {
  readonly applicationId: string;
  readonly environmentId: string;
  readonly experimentId: string;
  readonly ruleId: string | undefined;
  /** With more events than this, only a sample of the users is read. */
  readonly mostRead?: number;
}

/** What the last 14 days say about each metric, to plan an analysis. Source: RES-57, RES-74. */
export async function readPlanning(
  { sql, store }: Looking,
  place: PlanningScope,
  { metrics }: Pick<Measurable, 'metrics'>,
): Promise<Planning> {
  const sample = await readUnitSample(sql, place.environmentId, place.mostRead);
  const measuredPerDay = await readMeasuredPerDay(sql, place);
  const read = await unlessAway(store.keyTotals(place.environmentId, sample));
  const seen = read && (await unlessAway(store.everybody(place.environmentId, sample)));
  if (read === undefined || seen === undefined) {
    return {
      eventsAway: true,
      ...(measuredPerDay !== undefined && { usersPerDay: measuredPerDay }),
      metrics: [],
    };
  }
  const { units, days } = seen;
  const totals = new Map([...read].map(([key, of]) => [key, ofAllUnits(of, sample.times)]));
  const everybody = Math.round(sample.times * units);
  const perDay = measuredPerDay ?? (days > 0 ? everybody / days : undefined);
  return {
    ...(perDay !== undefined && perDay > 0 && { usersPerDay: perDay }),
    metrics: metrics.map((metric) => ({
      metricId: metric.id,
      onlyPages: totals.get(metric.eventKey)?.onlyPages ?? false,
      ...levelOf(metric, totals, everybody),
    })),
  };
}

/** What all units did, of whom some were read. */
function ofAllUnits(totals: KeyTotals, times: number): KeyTotals {
  return {
    units: Math.round(totals.units * times),
    events: totals.events * times,
    eventSquares: totals.eventSquares * times,
    sum: totals.sum * times,
    squares: totals.squares * times,
    ratioSum: totals.ratioSum * times,
    onlyPages: totals.onlyPages,
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
