import { FULL_WEEK_HOURS } from '@comporta/stats/verdict';
import { and, eq, sql as raw } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { recountedPhases } from '../tables/events.ts';

/**
 * The phases whose figures changed since they were looked at, with the time of that count. They include phases left by
 * a node that stopped between counting and looking.
 */
export async function readRecounted(sql: Sql): Promise<ReadonlyMap<string, string>> {
  const { phaseId, recountedAt } = recountedPhases;
  // As text, because a Date would lose the microseconds.
  const at = raw<string>`${recountedAt}::text`;
  const rows = await sql.select({ phaseId, at }).from(recountedPhases);
  return new Map(rows.map((row) => [row.phaseId, row.at]));
}

/** Removes a phase that was looked at. If it was counted again meanwhile, it stays for the next time. */
export async function forgetRecounted(
  sql: Sql,
  phaseId: string,
  at: string | undefined,
): Promise<void> {
  if (at === undefined) return;
  await sql
    .delete(recountedPhases)
    .where(
      and(
        eq(recountedPhases.phaseId, phaseId),
        eq(recountedPhases.recountedAt, raw`${at}::timestamptz`),
      ),
    );
}

/** Phases whose results may change through time alone, even when nothing happens in them. */
export async function readDueByTime(sql: Sql, now = new Date()): Promise<string[]> {
  const at = now.toISOString();
  const { rows } = await sql.execute<{ id: string }>(
    raw`${finalLooksDue(at)} union ${fullWeeks(at)}`,
  );
  return rows.map(({ id }) => id);
}

/**
 * Phases that lack a final look, at the goal or at a guardrail, and whose days with closed windows of that metric may
 * hold all planned users. Source: RES-54, RES-105.
 */
function finalLooksDue(at: string) {
  return raw`
    select p.id
    from phases p
    join analyses a on a.id = p.analysis_id
    join analysis_metrics m on m.analysis_id = a.id
      and (m.role = 'GOAL' and p.final_look is null
        or m.role = 'GUARDRAIL' and not p.guardrail_looks ? m.no::text)
    join cohort_units c on c.phase_id = p.id
    cross join lateral (
      select ${at}::timestamptz - make_interval(hours => (m.definition ->> 'windowHours')::int) as since) w
    where a.state in ('RUNNING', 'CLOSING') and a.planned_units is not null
      and p.events_until is null
      and (c.cohort_day < (w.since at time zone 'UTC')::date or p.ended_at <= w.since)
    group by p.id, a.planned_units, m.no
    having sum(c.units) >= a.planned_units`;
}

/** Phases where a value looked better, and that have now lasted a full week. Source: RES-59. */
function fullWeeks(at: string) {
  return raw`
    select p.id
    from analyses a
    join lateral (
      select id, started_at, ended_at from phases where analysis_id = a.id
      order by number desc limit 1) p on true
    where a.state in ('RUNNING', 'CLOSING') and a.verdict ->> 'code' = 'WINNER_SIGNAL'
      and coalesce(p.ended_at, ${at}::timestamptz) >= p.started_at + make_interval(hours => ${FULL_WEEK_HOURS})`;
}
