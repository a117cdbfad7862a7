import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import { eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { clientAccess, environmentStatus, environments } from '../../tables/applications.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';

export interface EnvironmentFacts {
  readonly hasKey: boolean;
  readonly countsBulk: boolean;
  readonly lastSeenAt: Date | null;
}

export async function readEnvironmentFacts(
  sql: Sql,
  environmentId: string,
): Promise<EnvironmentFacts> {
  const [row] = await sql
    .select({
      hasKey: raw<boolean>`${environments.keyHash} is not null or ${clientAccess.keyHash} is not null`,
      countsBulk: environments.countBulkAsExposure,
      lastSeenAt: environmentStatus.lastSeenAt,
    })
    .from(environments)
    .leftJoin(clientAccess, eq(clientAccess.environmentId, environments.id))
    .leftJoin(environmentStatus, eq(environmentStatus.environmentId, environments.id))
    .where(eq(environments.id, environmentId));
  return row ?? { hasKey: false, countsBulk: false, lastSeenAt: null };
}

export interface GoalProgress {
  readonly unitEvents: number;
  readonly countedEvents: number;
  /** Events before the exposure of their unit. */
  readonly earlyEvents: number;
  readonly skewedEvents: number;
  /** The largest distance of a skewed, uncounted event from the exposure, in minutes. */
  readonly skewMinutes: number;
}

/** At most so many rows are read: beyond that, an exact count makes no difference. */
const LOOKED_AT = 10_000;

/** Users of a phase, as PostgreSQL array literals. */
export interface ExposedUnits {
  readonly count: number;
  readonly units: string;
  readonly firstAts: string;
  /** The first of these exposures, in milliseconds since 1970; null without any. */
  readonly since: number | null;
}

/** Up to `LOOKED_AT` users of a phase, including those whose figures were not computed yet. */
export async function readExposedUnits(sql: Sql, phaseId: string): Promise<ExposedUnits> {
  const { rows } = await sql.execute<{ [Name in keyof ExposedUnits]: ExposedUnits[Name] }>(raw`
    select count(*)::int as count, coalesce(array_agg(unit), '{}')::text as units,
      coalesce(array_agg(first_at), '{}')::text as "firstAts",
      (1000 * extract(epoch from min(first_at)))::float8 as since
    from (select unit, first_at from exposures where phase_id = ${phaseId} limit ${LOOKED_AT}) exposed`);
  return onlyRow(rows);
}

/**
 * How many of the goal's events of these units are inside and outside of their windows; only read while there are no
 * results. Those that the metric does not count, because they came from pages, are left out. The units are an array, because PostgreSQL would estimate one unit for a new phase: see `readExposed` of the
 * event store.
 */
export async function readGoalProgress(
  sql: Sql,
  { envId, appId }: StoredAnalysis,
  {
    phase,
    goal,
    exposed,
  }: {
    readonly phase: StoredPhase;
    readonly goal: MeasuredMetric;
    readonly exposed: ExposedUnits;
  },
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
      from unnest(${exposed.units}::uuid[], ${exposed.firstAts}::timestamptz[]) as e (unit, first_at)
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

/** Users with events of the goal, and how many of them were exposed. */
export interface EventUsers {
  readonly users: number;
  readonly matching: number;
}

/** So many rows tell enough, whatever the environment has. */
const SAMPLED_ROWS = 5_000;
/** The partition of an event is at most so long before its time. Source: RES-22. */
const DAYS_BEFORE = 9;

/**
 * The users with events of the goal since the phase began, and how many of them are its users. In an environment with
 * many events these are users by the order of their hashes, which is as good as a random sample. Source: RES-109.
 */
export async function readEventUsers(
  sql: Sql,
  { envId, appId }: StoredAnalysis,
  { phase, goal }: { readonly phase: StoredPhase; readonly goal: MeasuredMetric },
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
    left join exposures e on e.phase_id = ${phase.id} and e.unit = v.unit
    where v.at >= ${since}::timestamptz and v.at < ${until}::timestamptz
      and (v.trusted or not ${goal.trusted})
      and v.event_key_id = (
        select id from event_keys where application_id = ${appId} and key = ${goal.eventKey})`);
  return onlyRow(rows);
}
