import { and, eq, gte, inArray, or, sql as raw } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { eventCounters } from '../../tables/events.ts';
import type { Counted, Tally, WantedTally } from '../event-store.ts';
import { STORED, STORED_BY, type StoredBy, type StoredTally } from '../stored-today.ts';

export async function addCounts(sql: Sql, counted: readonly Counted[]): Promise<void> {
  if (counted.length === 0) return;
  const keyOf = ({ environmentId, hour, kind, code }: Counted) =>
    `${environmentId} ${hour.toISOString()} ${kind} ${code}`;
  // All nodes lock rows in the same order, which rules out a deadlock.
  const rows = [...counted].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const column = <Value>(of: (one: Counted) => Value) => raw.param(rows.map(of));
  await sql.execute(raw`
    insert into event_counters (environment_id, hour, kind, code, count)
    select * from unnest(
      ${column(({ environmentId }) => environmentId)}::uuid[],
      ${column(({ hour }) => hour.toISOString())}::timestamptz[],
      ${column(({ kind }) => kind)}::text[],
      ${column(({ code }) => code)}::text[],
      ${column(({ count }) => count)}::bigint[])
    on conflict (environment_id, hour, kind, code)
      do update set count = event_counters.count + excluded.count`);
}

export function readCounts(
  sql: Sql,
  environmentId: string,
  { since, of }: { readonly since: Date; readonly of?: readonly WantedTally[] | undefined },
): Promise<Tally[]> {
  const isWanted = of?.map(({ kind, codes }) =>
    and(eq(eventCounters.kind, kind), codes && inArray(eventCounters.code, [...codes])),
  );
  return sql
    .select({
      kind: eventCounters.kind,
      code: eventCounters.code,
      count: raw`sum(${eventCounters.count})`.mapWith(Number),
    })
    .from(eventCounters)
    .where(
      and(
        eq(eventCounters.environmentId, environmentId),
        gte(eventCounters.hour, since),
        isWanted && or(...isWanted),
      ),
    )
    .groupBy(eventCounters.kind, eventCounters.code);
}

export async function readStored(
  sql: Sql,
  environmentIds: readonly string[],
  since: Date,
): Promise<StoredTally[]> {
  const { rows } = await sql.execute<{ id: string; by: StoredBy; count: string }>(raw`
    select environment_id as id, code as by, sum(count) as count from event_counters
    where environment_id = any(${raw.param([...environmentIds])}::uuid[])
      and kind = ${STORED} and code = any(${raw.param([...STORED_BY])}::text[])
      and hour >= ${since.toISOString()}
    group by 1, 2`);
  return rows.map(({ id, by, count }) => ({ environmentId: id, by, count: Number(count) }));
}
