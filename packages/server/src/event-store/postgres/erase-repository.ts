import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';

/** Deletes what is known of a unit, in all phases of its environment; what it was counted in is to be counted anew. */
export async function eraseUnit(sql: Sql, environmentId: string, unit: string): Promise<number> {
  const ofEnvironment = raw`phase_id in (select id from phases where environment_id = ${environmentId})`;
  const events = await sql.execute(raw`
    delete from metric_events where environment_id = ${environmentId} and unit = ${unit}`);
  await sql.execute(raw`delete from unit_values where ${ofEnvironment} and unit = ${unit}`);
  const exposed = await sql.execute(raw`
    delete from exposures where ${ofEnvironment} and unit = ${unit}`);
  await sql.execute(raw`
    delete from touched_units where environment_id = ${environmentId} and unit = ${unit}`);
  return (events.rowCount ?? 0) + (exposed.rowCount ?? 0);
}
