import { sql as raw, type SQL } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';

/**
 * Notes the phases that have one more complete day, through time alone, than when they were counted last: a RETENTION
 * metric shows only the days on which the window of every user is over. Source: RES-18.
 */
export async function markClosedDays(sql: Sql, at: Date): Promise<void> {
  const now = raw`${at.toISOString()}::timestamptz`;
  const before = raw`coalesce(p.counted_at, p.started_at)`;
  await sql.execute(raw`
    insert into recounted_phases (phase_id)
    select p.id
    from phases p
    join analyses a on a.id = p.analysis_id and a.state <> 'STOPPED'
    where exists (
      select from analysis_metrics m
      where m.analysis_id = a.id and not m.removed and m.definition ->> 'kind' = 'RETENTION'
        and ${closedUpTo(now)} > ${closedUpTo(before)})
    order by p.id
    on conflict (phase_id) do update set recounted_at = now()`);
}

/** As `firstOpenDay` of analyses: the first day with a user whose window is still open; infinity when there is none. */
function closedUpTo(now: SQL): SQL {
  const since = raw`(least(${now}, p.events_until)
    - make_interval(hours => (m.definition ->> 'windowHours')::int))`;
  return raw`case when p.ended_at <= ${since} then 'infinity'::date
    else (${since} at time zone 'UTC')::date end`;
}
