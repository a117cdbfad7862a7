import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { type CountedMetric, type CountedPhase, FOREVER } from './counted-phase-repository.ts';

/** More events of one key on a day than a person has. Source: RES-35. */
const BOT_EVENTS = 1_000;

/**
 * Units as PostgreSQL writes an array of them. Thousands go from one statement to the next, and to make JavaScript's
 * strings of them and back holds up whoever is answered meanwhile.
 */
export type UnitList = `{${string}}`;

/** Marks which of the units are none of people. */
export async function markBots(
  sql: Sql,
  environmentId: string,
  { phaseIds, units }: { readonly phaseIds: readonly string[]; readonly units: UnitList },
): Promise<void> {
  // In the order in which exposures are stored, so that neither waits for the other in a circle.
  await sql.execute(raw`
    with bots as (
      select phase_id, unit from exposures
      where phase_id = any(${raw.param([...phaseIds])}::uuid[]) and not bot and unit in (
        select unit from metric_events
        where environment_id = ${environmentId} and unit = any(${units}::uuid[])
        group by unit, event_key_id, (at at time zone 'UTC')::date
        having count(*) > ${BOT_EVENTS})
      order by phase_id, unit
      for update)
    update exposures set bot = true from bots
    where exposures.phase_id = bots.phase_id and exposures.unit = bots.unit`);
}

/** The days on which units of a phase were exposed, or were said to be. */
export async function readTouchedDays(
  sql: Sql,
  phase: CountedPhase,
  units: UnitList,
): Promise<string[]> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    select distinct day::date::text as day from ${daysOf(phase, units)}`);
  return rows.map(({ day }) => day);
}

/** Of each of these days notes one unit again: who counts it next, on whatever node and release, counts the day. */
export async function leaveDays(sql: Sql, phase: CountedPhase, units: UnitList): Promise<void> {
  await sql.execute(raw`
    insert into touched_units (environment_id, unit)
    select distinct on (day) ${phase.environmentId}::uuid, unit from ${daysOf(phase, units)}`);
}

function daysOf({ id }: CountedPhase, units: UnitList): SQL {
  return raw`(
    select unit, generate_series(
      (first_at at time zone 'UTC')::date,
      (coalesce(touched_at, first_at) at time zone 'UTC')::date, '1 day') as day
    from exposures
    where phase_id = ${id} and unit = any(${units}::uuid[])) of_days`;
}

interface Recount {
  readonly phase: CountedPhase;
  readonly units: UnitList;
  /** Events before are dropped: figures of units that need them stay as they are. */
  readonly rawSince: Date;
}

/** Makes the figures of units anew from their events, in whatever order and how often these came. */
export async function recountUnits(
  sql: Sql,
  { phase, units, rawSince }: Recount,
  metric: CountedMetric,
): Promise<void> {
  const exposed = raw`
    select unit, first_at, value_ix from exposures
    where phase_id = ${phase.id} and unit = any(${units}::uuid[])
      and first_at >= ${rawSince.toISOString()}::timestamptz`;
  await sql.execute(raw`
    delete from unit_values where phase_id = ${phase.id} and metric_no = ${metric.no}
      and unit in (select unit from (${exposed}) exposed)`);
  const { eventKeyId, denominatorKeyId } = metric;
  const keys = [eventKeyId, denominatorKeyId].filter((key) => key !== null);
  if (keys.length === 0) return;
  const { figures, y, d, x } = figuresOf(metric);
  const { definition } = metric;
  const until = (phase.eventsUntil ?? FOREVER).toISOString();
  const ended = (phase.endedAt ?? FOREVER).toISOString();
  await sql.execute(raw`
    insert into unit_values (phase_id, unit, metric_no, value_ix, cohort_day, segments, y, d, x)
    select ${phase.id}, unit, ${metric.no}, value_ix, cohort_day, segments, ${y}, ${d}, ${x}
    from (
      select e.unit, e.value_ix, e.segments, (e.first_at at time zone 'UTC')::date as cohort_day, ${figures}
      from exposures e
      join metric_events v on v.environment_id = ${phase.environmentId} and v.unit = e.unit
        and v.event_key_id = any(${raw.param(keys)}::int[])
        and v.at >= e.first_at - make_interval(days => ${definition.lookbackDays})
        and v.at < least(e.first_at + make_interval(hours => ${definition.windowHours}),
          ${until}::timestamptz)
      where e.phase_id = ${phase.id} and e.unit = any(${units}::uuid[])
        and not e.carried and (not e.bot or not ${phase.excludeBots})
        and e.first_at >= ${rawSince.toISOString()}::timestamptz
        and e.first_at < ${ended}::timestamptz
        and (v.trusted or not ${definition.trusted})
      group by e.unit, e.value_ix, e.segments, e.first_at
    ) figures
    where ${y} <> 0 or coalesce(${d}, 0) <> 0 or coalesce(${x}, 0) <> 0`);
}

/** How the events of a unit become its figures. Source: RES-18, RES-19. */
function figuresOf({ definition, eventKeyId, denominatorKeyId }: CountedMetric) {
  const { kind, fromHours, cuped, capAt } = definition;
  const inWindow = raw`v.at >= e.first_at + make_interval(hours => ${fromHours})`;
  const total = (keyId: number | null, when: SQL): SQL => {
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
        // An event without a value is one of what it counts.
        return raw`coalesce(sum(coalesce(v.value, 1)) ${filter}, 0)::float8`;
    }
  };
  const before = raw`v.at < e.first_at`;
  const denominator = kind === 'RATIO' ? total(denominatorKeyId, inWindow) : raw`null::float8`;
  const figures = raw`${total(eventKeyId, inWindow)} as y, ${denominator} as d,
    ${cuped ? total(eventKeyId, before) : raw`null::float8`} as x`;
  const capped = (figure: SQL) =>
    capAt === undefined ? figure : raw`least(${figure}, ${capAt}::float8)`;
  return { figures, y: capped(raw`y`), d: raw`d`, x: capped(raw`x`) };
}
