import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../../platform/database/database.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import type { EventUsers, ExposedUnits, GoalOfPhase, GoalProgress } from '../../raw-events.ts';

/** At most so many rows are read: beyond that, an exact count makes no difference. */
const LOOKED_AT = 10_000;
const NOTHING: GoalProgress = {
  unitEvents: 0,
  countedEvents: 0,
  earlyEvents: 0,
  skewedEvents: 0,
  skewMinutes: 0,
};

/** Only read while there are no results. */
export async function readProgress(
  sql: Sql,
  of: Omit<GoalOfPhase, 'goal'> & Partial<GoalOfPhase>,
): Promise<ExposedUnits & { readonly progress: GoalProgress }> {
  const { count, since, ...exposed } = await readExposedUnits(sql, of.phase.id);
  const { goal } = of;
  const progress =
    goal === undefined ? NOTHING : await readGoalProgress(sql, { ...of, goal }, exposed);
  return { count, since, progress };
}

/** Users of a phase, as PostgreSQL array literals. */
interface ExposedArrays {
  readonly units: string;
  readonly firstAts: string;
}

async function readExposedUnits(sql: Sql, phaseId: string): Promise<ExposedUnits & ExposedArrays> {
  type Row = ExposedUnits & ExposedArrays;
  const { rows } = await sql.execute<{ [Name in keyof Row]: Row[Name] }>(raw`
    select count(*)::int as count, coalesce(array_agg(unit), '{}')::text as units,
      coalesce(array_agg(first_at), '{}')::text as "firstAts",
      (1000 * extract(epoch from min(first_at)))::float8 as since
    from (select unit, first_at from exposures where phase_id = ${phaseId} limit ${LOOKED_AT}) exposed`);
  return onlyRow(rows);
}

/**
 * How many of the goal's events of these units are inside and outside of their windows. Those that the metric does not
 * count, because they came from pages, are left out. The units are an array, because PostgreSQL would estimate one unit
 * for a new phase: see `readExposed`.
 */
async function readGoalProgress(
  sql: Sql,
  { envId, appId, phase, goal }: GoalOfPhase,
  { units, firstAts }: ExposedArrays,
): Promise<GoalProgress> {
  const until = phase.eventsUntil?.toISOString() ?? 'infinity';
  const { rows } = await sql.execute<Record<string, string | null>>(raw`
    select count(*) as units, count(*) filter (where counted) as counted,
      count(*) filter (where early) as early,
      count(*) filter (where skewed and not counted) as skewed,
      ceil(max(minutes) filter (where skewed and not counted)) as minutes
    from (
      select v.skewed,
        v.at >= e.first_at + make_interval(hours => ${goal.fromHours})
          and v.at < least(e.first_at + make_interval(hours => ${goal.windowHours}), ${until}::timestamptz)
          as counted,
        v.at < e.first_at as early,
        abs(extract(epoch from v.at - e.first_at)) / 60 as minutes
      from unnest(${units}::uuid[], ${firstAts}::timestamptz[]) as e (unit, first_at)
      join metric_events v on v.environment_id = ${envId} and v.unit = e.unit
        and v.event_key_id = (
          select id from event_keys where application_id = ${appId} and key = ${goal.eventKey})
      where v.trusted or not ${goal.trusted}
      limit ${LOOKED_AT}
    ) events`);
  const [row] = rows;
  return {
    unitEvents: Number(row?.units ?? 0),
    countedEvents: Number(row?.counted ?? 0),
    earlyEvents: Number(row?.early ?? 0),
    skewedEvents: Number(row?.skewed ?? 0),
    skewMinutes: Number(row?.minutes ?? 0),
  };
}

/** So many rows tell enough, whatever the environment has. */
const SAMPLED_ROWS = 5_000;
/** The partition of an event is at most so long before its time. Source: RES-22. */
const DAYS_BEFORE = 9;

/** Each exposure is looked up by itself: see `markEarlierUnits`. */
export async function readEventUsers(
  sql: Sql,
  { envId, appId, phase, goal }: GoalOfPhase,
): Promise<EventUsers> {
  const since = phase.startedAt.toISOString();
  const until = phase.eventsUntil?.toISOString() ?? 'infinity';
  const { rows } = await sql.execute<{ users: number; matching: number }>(raw`
    select count(distinct v.unit)::int as users, count(distinct e.unit)::int as matching
    from (
      select unit, event_key_id, at, trusted from metric_events
      where environment_id = ${envId} and day >= ${since}::timestamptz::date - ${DAYS_BEFORE}::int
      order by unit limit ${SAMPLED_ROWS}
    ) v
    left join lateral (
      select unit from exposures where phase_id = ${phase.id} and unit = v.unit limit 1) e on true
    where v.at >= ${since}::timestamptz and v.at < ${until}::timestamptz
      and (v.trusted or not ${goal.trusted})
      and v.event_key_id = (
        select id from event_keys where application_id = ${appId} and key = ${goal.eventKey})`);
  return onlyRow(rows);
}

/** Notes all units of an analysis to be counted again. */
export async function touchUnitsOf(sql: Sql, analysisId: string): Promise<void> {
  await sql.execute(raw`
    insert into touched_units (environment_id, unit)
    select phases.environment_id, exposures.unit from exposures
    join phases on phases.id = exposures.phase_id
    where phases.analysis_id = ${analysisId}`);
}
