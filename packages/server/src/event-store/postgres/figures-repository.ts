import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { onlyRow } from '../../platform/database/only-row.ts';
import { type CountedMetric, type CountedPhase, FOREVER } from '../counted-phase-repository.ts';

/** A unit with more events of one key on a day is a bot. Source: RES-35. */
const BOT_EVENTS = 1_000;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Units as a PostgreSQL array literal. Thousands are passed from one statement to the next, and converting them to
 * JavaScript strings and back would block the event loop.
 */
export type UnitList = `{${string}}`;

/** Marks the units that are bots. */
export async function markBots(
  sql: Sql,
  environmentId: string,
  { phaseIds, units }: { readonly phaseIds: readonly string[]; readonly units: UnitList },
): Promise<void> {
  const { rows } = await sql.execute<{ bots: UnitList | null }>(raw`
    select array_agg(distinct unit)::text as bots from (
      select unit from metric_events
      where environment_id = ${environmentId} and unit = any(${units}::uuid[])
      group by unit, event_key_id, (at at time zone 'UTC')::date
      having count(*) > ${BOT_EVENTS}) busy`);
  const bots = rows[0]?.bots ?? null;
  if (bots === null) return;
  // Locks in the order in which exposures are stored, so that the two cannot deadlock.
  await sql.execute(raw`
    with bots as (
      select phase_id, unit from exposures
      where phase_id = any(${raw.param([...phaseIds])}::uuid[]) and unit = any(${bots}::uuid[])
        and not bot
      order by phase_id, unit
      for update)
    update exposures set bot = true from bots
    where exposures.phase_id = bots.phase_id and exposures.unit = bots.unit
      and exposures.unit = any(${bots}::uuid[])`);
}

/** The days on which units of a phase are exposed, or were until an earlier exposure arrived. */
export async function readTouchedDays(
  sql: Sql,
  phase: CountedPhase,
  units: UnitList,
): Promise<string[]> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    select distinct day::date::text as day from ${daysOf(phase, units)}`);
  return rows.map(({ day }) => day);
}

/** Notes one unit of each day again: the node that counts it next, of whatever release, then counts the day. */
export async function leaveDays(sql: Sql, phase: CountedPhase, units: UnitList): Promise<void> {
  await sql.execute(raw`
    insert into touched_units (environment_id, unit)
    select distinct on (day) ${phase.environmentId}::uuid, unit from ${daysOf(phase, units)}`);
}

function daysOf({ id }: CountedPhase, units: UnitList): SQL {
  return raw`(
    select unit, generate_series(
      date_trunc('day', first_at at time zone 'UTC'),
      coalesce(touched_at, first_at) at time zone 'UTC', '1 day') as day
    from exposures
    where phase_id = ${id} and unit = any(${units}::uuid[])) of_days`;
}

/** Units of a phase whose figures are recomputed, as PostgreSQL array literals. */
export interface Exposed {
  readonly units: UnitList;
  /** Events from before this time are dropped. */
  readonly rawSince: Date;
  /** The first exposure of the units that count; undefined when there is none. */
  readonly oldest: Date | undefined;
  /** The units that count, one array for each column, all in the same order. */
  readonly counted: {
    readonly units: string;
    readonly valueIxs: string;
    readonly firstAts: string;
    readonly segments: string;
  };
}

/**
 * Reads the exposed units before their events. Until its next ANALYZE, PostgreSQL estimates one unit for a new phase,
 * and would read all events of the environment once for each unit; it knows the length of an array.
 * Units that need events from before `rawSince`, which are dropped, keep their figures.
 */
export async function readExposed(
  sql: Sql,
  phase: CountedPhase,
  { units, rawSince }: { readonly units: UnitList; readonly rawSince: Date },
): Promise<Exposed> {
  const ended = (phase.endedAt ?? FOREVER).toISOString();
  const counts = raw`filter (where not carried and (not bot or not ${phase.excludeBots})
    and first_at < ${ended}::timestamptz)`;
  const arrayOf = (column: SQL) =>
    raw`coalesce(array_agg(${column} ${ORDER}) ${counts}, '{}')::text`;
  const { rows } = await sql.execute<
    { all: UnitList; oldest: number | null } & Exposed['counted']
  >(raw`
    select coalesce(array_agg(unit), '{}')::text as all, (1000 * extract(epoch from min(first_at) ${counts}))::float8 as oldest,
      ${arrayOf(raw`unit`)} as units,
      ${arrayOf(raw`value_ix`)} as "valueIxs", ${arrayOf(raw`first_at`)} as "firstAts",
      ${arrayOf(raw`(${countedSegments(phase)})::text`)} as segments
    from exposures
    where phase_id = ${phase.id} and unit = any(${units}::uuid[])
      and first_at >= ${rawSince.toISOString()}::timestamptz`);
  const { all, oldest, ...counted } = onlyRow(rows);
  return { units: all, rawSince, oldest: oldest === null ? undefined : new Date(oldest), counted };
}

const ORDER = raw`order by unit`;

/**
 * The segments in which an exposure counts: those that were added later have only the units exposed from then on. They
 * are behind the others, in the order in which they were added. Source: RES-117.
 */
export function countedSegments({ segmentsFrom }: CountedPhase): SQL {
  if (segmentsFrom.every((from) => from === null)) return raw`segments`;
  const from = raw.param(segmentsFrom.map((at) => at ?? '-infinity'));
  return raw`segments[1:(
    select count(*)::int from unnest(${from}::timestamptz[]) as added (at) where added.at <= first_at)]`;
}

/** Recomputes the figures of units from their events, however often and in whatever order these arrived. */
export async function recountUnits(
  sql: Sql,
  { phase, exposed }: { readonly phase: CountedPhase; readonly exposed: Exposed },
  metric: CountedMetric,
): Promise<void> {
  const adjusted = await readAdjusted(sql, { phase, exposed }, metric);
  await sql.execute(raw`
    delete from unit_values where phase_id = ${phase.id} and metric_no = ${metric.no}
      and unit = any(${exposed.units}::uuid[])`);
  const { eventKeyId, denominatorKeyId } = metric;
  const keys = [eventKeyId, denominatorKeyId].filter((key) => key !== null);
  if (keys.length === 0) return;
  const { figures, y, d, x } = figuresOf(metric);
  const { definition } = metric;
  const until = (phase.eventsUntil ?? FOREVER).toISOString();
  await sql.execute(raw`
    insert into unit_values (phase_id, unit, metric_no, value_ix, cohort_day, segments, y, d, x)
    select ${phase.id}, unit, ${metric.no}, value_ix, cohort_day, segments::smallint[], ${y}, ${d}, ${x}
    from (
      select e.unit, e.value_ix, e.segments, (e.first_at at time zone 'UTC')::date as cohort_day, ${figures}
      from ${unitsOf(exposed)}
      join metric_events v on v.environment_id = ${phase.environmentId} and v.unit = e.unit
        and v.event_key_id = any(${raw.param(keys)}::int[])
        and v.at >= e.first_at
          - make_interval(hours => 24 * ${definition.cuped ? definition.lookbackDays : 0}::int)
        and v.at < least(e.first_at + make_interval(hours => ${definition.windowHours}),
          ${until}::timestamptz)
      where v.trusted or not ${definition.trusted}
      group by e.unit, e.value_ix, e.segments, e.first_at
    ) figures
    where ${y} <> 0 or coalesce(${d}, 0) <> 0 or coalesce(${x}, 0) <> 0`);
  if (adjusted === undefined) return;
  await sql.execute(raw`
    insert into unit_values (phase_id, unit, metric_no, value_ix, cohort_day, segments, y, d, x)
    select ${phase.id}, kept.unit, ${metric.no}, e.value_ix, (e.first_at at time zone 'UTC')::date,
      e.segments::smallint[], 0, ${definition.kind === 'RATIO' ? 0 : null}::float8, kept.x
    from ${unitsOf(exposed)}
    join unnest(${adjusted.units}::uuid[], ${adjusted.xs}::float8[]) as kept (unit, x) using (unit)
    on conflict (phase_id, metric_no, unit) do update set x = excluded.x`);
}

function unitsOf({ counted }: Exposed): SQL {
  return raw`unnest(${counted.units}::uuid[], ${counted.valueIxs}::smallint[],
    ${counted.firstAts}::timestamptz[], ${counted.segments}::text[])
    as e (unit, value_ix, first_at, segments)`;
}

/**
 * The covariates (CUPED) of units that were exposed so long ago that some of their earlier events are dropped. They keep
 * the value from when all events were there. Otherwise they would shrink, and only for units that still have events.
 * Undefined where all events are still there. Source: RES-19.
 */
async function readAdjusted(
  sql: Sql,
  { phase, exposed }: { readonly phase: CountedPhase; readonly exposed: Exposed },
  { no, definition }: CountedMetric,
): Promise<{ readonly units: string; readonly xs: string } | undefined> {
  const { oldest, rawSince } = exposed;
  const whole = new Date(rawSince.getTime() + definition.lookbackDays * DAY_MS);
  if (!definition.cuped || oldest === undefined || oldest >= whole) return undefined;
  const { rows } = await sql.execute<{ units: string; xs: string }>(raw`
    select coalesce(array_agg(v.unit), '{}')::text as units, coalesce(array_agg(v.x), '{}')::text as xs
    from ${unitsOf(exposed)}
    join unit_values v on v.phase_id = ${phase.id} and v.metric_no = ${no} and v.unit = e.unit
      and v.unit = any(${exposed.units}::uuid[])
    where e.first_at < ${whole.toISOString()}::timestamptz and v.x <> 0`);
  return onlyRow(rows);
}

/** How the events of a unit become its figures. Source: RES-18, RES-19. */
function figuresOf({ definition, eventKeyId, denominatorKeyId }: CountedMetric) {
  const { kind, fromHours, cuped, capAt, numeratorOf, denominatorOf } = definition;
  const inWindow = raw`v.at >= e.first_at + make_interval(hours => ${fromHours})`;
  const total = (keyId: number | null, when: SQL, of = numeratorOf): SQL => {
    const filter = raw`filter (where ${when} and v.event_key_id = ${keyId ?? -1})`;
    switch (kind) {
      case 'CONVERSION':
      case 'RETENTION':
        return raw`least(1, count(*) ${filter})::float8`;
      case 'COUNT':
        return raw`(count(*) ${filter})::float8`;
      case 'MEAN':
        return raw`coalesce(sum(v.value) ${filter}, 0)::float8`;
      case 'RATIO':
        if (of === 'COUNT') return raw`(count(*) ${filter})::float8`;
        // An event without a value counts as 1.
        return raw`coalesce(sum(coalesce(v.value, 1)) ${filter}, 0)::float8`;
    }
  };
  const before = raw`v.at < e.first_at`;
  const denominator =
    kind === 'RATIO' ? total(denominatorKeyId, inWindow, denominatorOf) : raw`null::float8`;
  const figures = raw`${total(eventKeyId, inWindow)} as y, ${denominator} as d,
    ${cuped ? total(eventKeyId, before) : raw`null::float8`} as x`;
  const capped = (figure: SQL) =>
    capAt === undefined ? figure : raw`least(${figure}, ${capAt}::float8)`;
  return { figures, y: capped(raw`y`), d: raw`d`, x: cuped ? capped(raw`x`) : raw`x` };
}
