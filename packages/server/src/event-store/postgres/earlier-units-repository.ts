import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { CountedPhase } from '../counted-phase-repository.ts';
import type { UnitList } from './figures-repository.ts';

/**
 * Notes of units of a phase what they met in earlier phases of its analysis: another value, or, where the phase counts
 * new users only, anything. It is noted when they are counted, so that an exposure of an earlier phase that arrives late
 * gives the same. Until its next ANALYZE, PostgreSQL estimates one unit for a new phase, and would compare each of its units
 * with each of the list, which takes minutes. So units are looked up one by one: the limits and the ids of phases that come
 * from a list leave it nothing but the primary key. Units by another property are other units. Source: RES-102 to RES-104.
 */
export async function markEarlierUnits(
  sql: Sql,
  { id, earlier, newUsersOnly }: Pick<CountedPhase, 'id' | 'earlier' | 'newUsersOnly'>,
  units: UnitList,
): Promise<void> {
  if (earlier.length === 0) return;
  const formerValues = earlier.flatMap((phase) =>
    phase.valueIxs.map((now, former) => ({ phaseId: phase.id, former, now })),
  );
  const column = (of: (value: (typeof formerValues)[number]) => string | number) =>
    raw.param(formerValues.map(of));
  // Locks in the order in which exposures are stored, so that the two cannot deadlock.
  await sql.execute(raw`
    with former_value as materialized (
      select * from unnest(${column(({ phaseId }) => phaseId)}::uuid[],
        ${column(({ former }) => former)}::smallint[], ${column(({ now }) => now)}::smallint[])
        as of (phase_id, value_ix, now_ix)),
    former_phase as materialized (select distinct phase_id from former_value),
    seen as materialized (
      select wanted.unit, now.value_ix as is_ix, former_phase.phase_id, former.value_ix
      from unnest(${units}::uuid[]) as wanted (unit)
      cross join lateral (
        select value_ix from exposures where phase_id = ${id} and unit = wanted.unit limit 1) as now
      cross join former_phase
      cross join lateral (
        select value_ix from exposures
        where phase_id = former_phase.phase_id and unit = wanted.unit limit 1) as former),
    met as materialized (
      select ${id}::uuid as phase_id, unit, bool_or(now_ix <> is_ix) as other
      from seen join former_value using (phase_id, value_ix) group by unit),
    changed as materialized (
      select phase_id, unit, met.other from exposures e join met using (phase_id, unit)
      where e.marked <> met.other or (${newUsersOnly} and not e.carried)
      order by unit
      for update of e)
    update exposures set marked = changed.other, carried = exposures.carried or ${newUsersOnly}
    from changed
    where exposures.phase_id = changed.phase_id and exposures.unit = changed.unit`);
}
