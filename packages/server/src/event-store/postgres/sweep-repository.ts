import { sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { makeDays } from './event-day-repository.ts';

const DAYS_AHEAD = 7;
/** Events may be so much older than the day on which they come. */
const DAYS_LATE = 8;

/**
 * Makes the days of events that come next, drops those that are no longer kept, and what belongs to phases and
 * environments that are gone. Source: RES-34, RES-41.
 */
export async function sweepEvents(sql: Sql, keptDays: number): Promise<void> {
  const { rows } = await sql.execute<{ day: string }>(raw`
    select (current_date + n)::text as day from generate_series(-1, ${DAYS_AHEAD}::int) as n`);
  const days = rows.map(({ day }) => day);
  await sql.transaction((inside) => makeDays(inside, days));
  const kept = Math.max(keptDays, DAYS_LATE);
  await sql.execute(raw`select drop_event_days(current_date - ${kept}::int)`);
  for (const table of [
    'exposures',
    'unit_values',
    'cohort_moments',
    'cohort_units',
    'segment_levels',
    'segment_moments',
    'segment_units',
    'recounted_phases',
  ]) {
    await sql.execute(raw`
      delete from ${raw.identifier(table)} where phase_id in (
        select distinct phase_id from ${raw.identifier(table)}
        except select id from phases)`);
  }
  for (const table of ['metric_events', 'event_counters', 'touched_units']) {
    await sql.execute(raw`
      delete from ${raw.identifier(table)} where environment_id in (
        select distinct environment_id from ${raw.identifier(table)}
        except select id from environments)`);
  }
}
