import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { markClosedDays } from '../closed-days-repository.ts';
import { markCounted, markRecounted, readCountedPhases } from '../counted-phase-repository.ts';
import { isAloneToCount } from '../counting-lock.ts';
import type { EventPlace } from '../event-place-repository.ts';
import { recountDays, recountMoments } from './cohorts-repository.ts';
import { markEarlierUnits } from './earlier-units-repository.ts';
import {
  leaveDays,
  markBots,
  readExposed,
  readTouchedDays,
  recountUnits,
  type UnitList,
} from './figures-repository.ts';

/** Keeps transactions short: 10,000 units of 10 million events took 0.3 s. */
export const UNITS_AT_ONCE = 10_000;

export interface RolledUp {
  /** Whether units may still wait. */
  readonly isMore: boolean;
}

interface Extent {
  readonly unitsAtOnce?: number;
  /** Whether counting the days may be left for the next time when more units wait. */
  readonly mayLeaveDays?: boolean;
  /** Units that are taken and not counted. */
  readonly leftOut?: ReadonlyMap<string, TouchedUnit>;
  /** Where raw events must be: here by default, or MOVING for the command that moves them, which counts the last of them. */
  readonly place?: EventPlace | undefined;
  /** Called with the units before they are counted. */
  readonly onTaken?: (taken: ReadonlyMap<string, Taken>) => void;
}

export interface TouchedUnit {
  readonly environmentId: string;
  readonly unit: string;
}

export interface Taken {
  readonly units: UnitList;
  /** How often the units were noted, including repeats. */
  readonly rows: number;
}

/**
 * Recounts some of the units that were touched since the last count, in one transaction, which also notes the phases
 * whose figures changed; undefined while another node counts. Repeating it, or another order, gives the same figures.
 * Source: RES-42.
 */
export function rollUp(
  sql: Sql,
  rawSince: Date,
  {
    unitsAtOnce = UNITS_AT_ONCE,
    mayLeaveDays = false,
    leftOut,
    place = 'POSTGRES',
    onTaken,
  }: Extent = {},
): Promise<RolledUp | undefined> {
  return sql.transaction(async (inside) => {
    if (!(await isAloneToCount(inside, place))) return undefined;
    const startedAt = new Date();
    const { touched, most } = await takeTouched(inside, unitsAtOnce, [...(leftOut?.keys() ?? [])]);
    onTaken?.(touched);
    const changed = new Set<string>();
    for (const [environmentId, { units, rows }] of touched) {
      if (units === '{}') continue;
      // Only an environment that used up its part may have more waiting.
      const leavesDays = mayLeaveDays && rows >= most;
      const recounted = await recount(inside, { environmentId, units, rawSince, leavesDays });
      for (const phaseId of recounted) changed.add(phaseId);
    }
    await markRecounted(inside, [...changed]);
    const isMore = touched.size > 0;
    // What arrives while events are moved is counted afterwards.
    if (!isMore && place === 'POSTGRES') {
      await markClosedDays(inside, startedAt);
      await markCounted(inside, startedAt);
    }
    return { isMore };
  });
}

interface Touched {
  readonly touched: ReadonlyMap<string, Taken>;
  /** The part of each environment in this batch. */
  readonly most: number;
}

/**
 * Takes noted units, an equal part of each environment that waits, so that the million of one company does not hold up
 * the few of another. Units that are added meanwhile stay for the next time. Source: FAIR-18.
 */
async function takeTouched(sql: Sql, atOnce: number, leftOut: readonly string[]): Promise<Touched> {
  const waiting = await waitingEnvironments(sql, atOnce);
  const most = Math.max(1, Math.floor(atOnce / Math.max(1, waiting.length)));
  const { rows } = await sql.execute<{ environment_id: string; units: UnitList; rows: number }>(raw`
    with taken as (
      delete from touched_units
      where ctid = any(array(
        select part.ctid from unnest(${raw.param(waiting)}::uuid[]) as of_environment (id),
          lateral (select ctid from touched_units where environment_id = of_environment.id
            and (due_at is null or due_at <= now()) limit ${most}) as part))
      returning environment_id, unit)
    select environment_id, count(*)::int as rows,
      coalesce(array_agg(distinct unit) filter (
        where unit <> all(${raw.param([...leftOut])}::uuid[])), '{}')::text as units
    from taken group by environment_id`);
  return { touched: new Map(rows.map(({ environment_id: id, ...taken }) => [id, taken])), most };
}

/** Steps through the index from one environment to the next: there may be millions of rows of few environments. */
async function waitingEnvironments(sql: Sql, most: number): Promise<string[]> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    with recursive waiting (id) as (
      (select environment_id from touched_units order by environment_id limit 1)
      union all
      select (select environment_id from touched_units where environment_id > waiting.id
        order by environment_id limit 1)
      from waiting where waiting.id is not null)
    select id from waiting where id is not null limit ${most}`);
  return rows.map(({ id }) => id);
}

interface Recounting {
  readonly environmentId: string;
  readonly units: UnitList;
  readonly rawSince: Date;
  readonly leavesDays: boolean;
}

/** Answers the ids of the phases whose figures changed. */
async function recount(
  sql: Sql,
  { environmentId, units, rawSince, leavesDays }: Recounting,
): Promise<readonly string[]> {
  const phases = await readCountedPhases(sql, [environmentId]);
  if (phases.length === 0) return [];
  // A company has more events than a person: a value of a property is no bot (RUL-34).
  const ofUsers = phases.filter(({ byPropertyId }) => byPropertyId === null);
  await markBots(sql, environmentId, { phaseIds: ofUsers.map(({ id }) => id), units });
  const changed: string[] = [];
  for (const phase of phases) {
    const days = await readTouchedDays(sql, phase, units);
    if (days.length === 0) continue;
    await markEarlierUnits(sql, phase, units);
    const exposed = await readExposed(sql, phase, { units, rawSince });
    for (const metric of phase.metrics) await recountUnits(sql, { phase, exposed }, metric);
    if (leavesDays) {
      await leaveDays(sql, phase, units);
      continue;
    }
    changed.push(phase.id);
    await recountDays(sql, { phase, days });
    for (const metric of phase.metrics) await recountMoments(sql, { phase, days }, metric);
  }
  return changed;
}
