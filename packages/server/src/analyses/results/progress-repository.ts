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
}

/** Up to `LOOKED_AT` users of a phase, including those whose figures were not computed yet. */
export async function readExposedUnits(sql: Sql, phaseId: string): Promise<ExposedUnits> {
  const { rows } = await sql.execute<{ [Name in keyof ExposedUnits]: ExposedUnits[Name] }>(raw`
    select count(*)::int as count, coalesce(array_agg(unit), '{}')::text as units,
      coalesce(array_agg(first_at), '{}')::text as "firstAts"
    from (select unit, first_at from exposures where phase_id = ${phaseId} limit ${LOOKED_AT}) exposed`);
  return onlyRow(rows);
}

/**
 * How many of the goal's events of these units are inside and outside of their windows; only read while there are no
 * results. The units are an array, because PostgreSQL would estimate one unit for a new phase: see `readExposed` of the
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
      count(*) filter (where skewed and not counted) as skewed,
      ceil(max(minutes) filter (where skewed and not counted)) as minutes
    from (
      select v.skewed,
        v.at >= e.first_at + make_interval(hours => ${goal.fromHours})
          and v.at < least(e.first_at + make_interval(hours => ${goal.windowHours}), ${until}::timestamptz)
          and (v.trusted or not ${goal.trusted}) as counted,
        abs(extract(epoch from v.at - e.first_at)) / 60 as minutes
      from unnest(${exposed.units}::uuid[], ${exposed.firstAts}::timestamptz[]) as e (unit, first_at)
      join metric_events v on v.environment_id = ${envId} and v.unit = e.unit
        and v.event_key_id = (
          select id from event_keys where application_id = ${appId} and key = ${goal.eventKey})
      limit ${LOOKED_AT}
    ) events`);
  const [row] = rows;
  return {
    unitEvents: Number(row?.units ?? 0),
    countedEvents: Number(row?.counted ?? 0),
    skewedEvents: Number(row?.skewed ?? 0),
    skewMinutes: Number(row?.minutes ?? 0),
  };
}
