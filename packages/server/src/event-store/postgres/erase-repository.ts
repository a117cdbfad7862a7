import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { readCountedPhases } from '../counted-phase-repository.ts';
import { holdCounting } from '../counting-lock.ts';
import { recountDays, recountMoments } from './cohorts-repository.ts';
import { readTouchedDays } from './figures-repository.ts';

/** Deletes what is known about a unit in an environment, and recounts the days that it was counted in. */
export async function eraseUnit(sql: Sql, environmentId: string, unit: string): Promise<number> {
  // Otherwise a count that is running could write figures of the unit after their deletion.
  await holdCounting(sql, 'POSTGRES');
  const phases = await readCountedPhases(sql, [environmentId], 'ALL');
  const touched = [];
  for (const phase of phases) {
    touched.push({ phase, days: await readTouchedDays(sql, phase, `{${unit}}`) });
  }
  const records = await deleteRowsOf(sql, environmentId, unit);
  for (const { phase, days } of touched) {
    if (days.length === 0) continue;
    await recountDays(sql, { phase, days });
    for (const metric of phase.metrics) await recountMoments(sql, { phase, days }, metric);
  }
  return records;
}

/** Deletes the rows of a unit; answers the number of its events and exposures. */
export async function deleteRowsOf(sql: Sql, environmentId: string, unit: string): Promise<number> {
  const ofEnvironment = raw`phase_id in (select id from phases where environment_id = ${environmentId})`;
  const events = await sql.execute(raw`
    delete from metric_events where environment_id = ${environmentId} and unit = ${unit}`);
  await sql.execute(raw`delete from unit_values where ${ofEnvironment} and unit = ${unit}`);
  // Locks in the order in which exposures are stored, so that the two cannot deadlock.
  const exposed = await sql.execute(raw`
    with erased as (
      select phase_id from exposures where ${ofEnvironment} and unit = ${unit}
      order by phase_id
      for update)
    delete from exposures using erased
    where exposures.phase_id = erased.phase_id and exposures.unit = ${unit}`);
  await sql.execute(raw`
    delete from touched_units where environment_id = ${environmentId} and unit = ${unit}`);
  return (events.rowCount ?? 0) + (exposed.rowCount ?? 0);
}
