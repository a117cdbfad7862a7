import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { recountDays, recountMoments } from './cohorts-repository.ts';
import { markCounted, markRecounted, readCountedPhases } from './counted-phase-repository.ts';
import { markBots, readTouchedDays, recountUnits, type UnitList } from './figures-repository.ts';

/** So that no transaction takes long: 10,000 units of 10 million events took 0.3 s. */
const UNITS_AT_ONCE = 10_000;
/** The one node that counts holds this lock. */
const ROLL_UP_LOCK = 7_230_041;

export interface RolledUp {
  /** Whether units wait still. */
  readonly isMore: boolean;
}

/**
 * Counts anew what some of the units did that were touched since they were counted last, in one transaction, which
 * also notes the phases whose figures are others now; undefined while another node counts. Doing it twice, or in another order, gives the same. Source: RES-42.
 */
export function rollUp(sql: Sql, rawSince: Date): Promise<RolledUp | undefined> {
  return sql.transaction(async (inside) => {
    if (!(await isAlone(inside))) return undefined;
    const startedAt = new Date();
    const touched = await takeTouched(inside);
    const changed = new Set<string>();
    for (const [environmentId, units] of touched) {
      for (const phaseId of await recount(inside, { environmentId, units, rawSince })) {
        changed.add(phaseId);
      }
    }
    await markRecounted(inside, [...changed]);
    const isMore = touched.size > 0;
    if (!isMore) await markCounted(inside, startedAt);
    return { isMore };
  });
}

async function isAlone(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute<{ locked: boolean }>(
    raw`select pg_try_advisory_xact_lock(${ROLL_UP_LOCK}) as locked`,
  );
  return rows[0]?.locked === true;
}

/** Waits for the node that counts, and keeps all from counting until this transaction ends. */
export async function holdCounting(sql: Sql): Promise<void> {
  await sql.execute(raw`select pg_advisory_xact_lock(${ROLL_UP_LOCK})`);
}

/** Units by their environments. What is added meanwhile stays for the next time. */
async function takeTouched(sql: Sql): Promise<Map<string, UnitList>> {
  const { rows } = await sql.execute<{ environment_id: string; units: UnitList }>(raw`
    with taken as (
      delete from touched_units
      where ctid = any(array(select ctid from touched_units limit ${UNITS_AT_ONCE}))
      returning environment_id, unit)
    select environment_id, array_agg(distinct unit)::text as units
    from taken group by environment_id`);
  return new Map(rows.map(({ environment_id: id, units }) => [id, units]));
}

interface Touched {
  readonly environmentId: string;
  readonly units: UnitList;
  readonly rawSince: Date;
}

/** Answers the phases that have units among them. */
async function recount(
  sql: Sql,
  { environmentId, units, rawSince }: Touched,
): Promise<readonly string[]> {
  const phases = await readCountedPhases(sql, [environmentId]);
  if (phases.length === 0) return [];
  await markBots(sql, environmentId, { phaseIds: phases.map(({ id }) => id), units });
  const changed: string[] = [];
  for (const phase of phases) {
    const days = await readTouchedDays(sql, phase, units);
    if (days.length === 0) continue;
    changed.push(phase.id);
    await recountDays(sql, { phase, days });
    for (const metric of phase.metrics) {
      await recountUnits(sql, { phase, units, rawSince }, metric);
      await recountMoments(sql, { phase, days }, metric);
    }
  }
  return changed;
}
