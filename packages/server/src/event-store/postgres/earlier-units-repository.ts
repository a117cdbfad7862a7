import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import type { CountedPhase } from '../counted-phase-repository.ts';
import type { UnitList } from './figures-repository.ts';

/**
 * Notes of units of a phase what they met in earlier phases of its analysis: another value, or, where the phase counts
 * new users only, anything. It is noted when they are counted, so that an exposure of an earlier phase that arrives late
 * gives the same. The units are joined as a list, whose length PostgreSQL knows: compared with an array one by one, ten
 * thousand took longer than a statement may. Units by another property are other units. Source: RES-102 to RES-104.
 */
export async function markEarlierUnits(
  sql: Sql,
  { id, earlier, newUsersOnly }: CountedPhase,
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
    met as materialized (
      select e.unit, bool_or(former_value.now_ix <> e.value_ix) as other
      from unnest(${units}::uuid[]) as wanted (unit)
      join exposures e on e.phase_id = ${id} and e.unit = wanted.unit
      join exposures former on former.unit = wanted.unit
        and former.phase_id = any(${raw.param(earlier.map((phase) => phase.id))}::uuid[])
      join former_value on former_value.phase_id = former.phase_id
        and former_value.value_ix = former.value_ix
      group by e.unit),
    changed as (
      select e.unit, met.other from exposures e join met using (unit)
      where e.phase_id = ${id}
        and (e.marked <> met.other or (${newUsersOnly} and not e.carried))
      order by e.unit
      for update of e)
    update exposures set marked = changed.other, carried = exposures.carried or ${newUsersOnly}
    from changed
    where exposures.phase_id = ${id} and exposures.unit = changed.unit`);
}
