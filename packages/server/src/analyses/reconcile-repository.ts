import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/**
 * The applications with a phase that was not compared with what is stored now. Only a release that does not know
 * phases saves without comparing (T20).
 */
export async function readUnfollowed(sql: Sql): Promise<string[]> {
  const { rows } = await sql.execute<{ id: string }>(raw`
    select distinct a.application_id as id
    from analyses a
    left join toggles t on t.id = a.toggle_id
    left join experiments e on e.id = a.experiment_id
    left join phases p on p.analysis_id = a.id and p.ended_at is null
    where a.state <> 'STOPPED' and (
      e.id is null
      or (p.id is not null and (p.experiment_version <> e.version or p.values <> t.values))
      or (p.id is null and a.state = 'RUNNING' and e.status = 'ACTIVE'))`);
  return rows.map(({ id }) => id);
}
