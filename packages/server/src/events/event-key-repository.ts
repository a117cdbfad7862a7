import { EVENT_KEY_DAYS, type EventKey } from '@comporta/contract/metrics/event-key-api';
import { and, eq, isNull, sql as raw } from 'drizzle-orm';
import type { EventStore } from '../event-store/event-store.ts';
import { unlessAway } from '../platform/base/pulse.ts';
import type { Sql } from '../platform/database/database.ts';
import { eventKeys } from '../tables/events.ts';

const DAY_MS = 24 * 60 * 60_000;
/** With more events than this, one unit in 64 is a sample for all: units are hashes, as good as random. */
const SAMPLED_FROM = 100_000;
const SAMPLE = 64;

export interface EventKeysFrom {
  readonly sql: Sql;
  readonly store: Pick<EventStore, 'usersOfKeys'>;
}

/**
 * The event keys of an application, with their counts per day and their users; without users while the store of events is
 * away. Source: RES-75, SCL-46.
 */
export async function listEventKeysOf(
  { sql, store }: EventKeysFrom,
  applicationId: string,
): Promise<EventKey[]> {
  const keys = await sql
    .select({ id: eventKeys.id, key: eventKeys.key, introducedBy: eventKeys.introducedBy })
    .from(eventKeys)
    .where(and(eq(eventKeys.applicationId, applicationId), isNull(eventKeys.deletedAt)))
    .orderBy(eventKeys.key);
  if (keys.length === 0) return [];
  const today = new Date().toISOString().slice(0, 10);
  const first = new Date(Date.parse(today) - (EVENT_KEY_DAYS - 1) * DAY_MS);
  const counts = await readDayCounts(sql, applicationId, first);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const times = total > SAMPLED_FROM ? SAMPLE : 1;
  const people = await unlessAway(store.usersOfKeys(applicationId, first, times));
  return keys.map(({ id, key, introducedBy }) => {
    const ofKey = counts.filter((one) => one.key === key);
    const known = people?.get(id);
    return {
      key,
      introducedBy,
      ...(known && { lastEventAt: known.lastAt }),
      days: Array.from({ length: EVENT_KEY_DAYS }, (_, place) => {
        const day = new Date(first.getTime() + place * DAY_MS).toISOString().slice(0, 10);
        return ofKey.find((one) => one.day === day)?.count ?? 0;
      }),
      ...(people && { users: known?.users ?? 0 }),
    };
  });
}

async function readDayCounts(sql: Sql, applicationId: string, since: Date) {
  const { rows } = await sql.execute<{ key: string; day: string; count: string }>(raw`
    select c.code as key, (c.hour at time zone 'UTC')::date::text as day, sum(c.count) as count
    from event_counters c join environments e on e.id = c.environment_id
    where e.application_id = ${applicationId} and c.kind = 'EVENT' and c.hour >= ${since.toISOString()}
    group by 1, 2`);
  return rows.map(({ count, ...row }) => ({ ...row, count: Number(count) }));
}

/** The metrics that name an event key, or that an analysis measures that has not ended. */
export async function metricsWithKey(
  sql: Sql,
  applicationId: string,
  key: string,
): Promise<{ readonly id: string; readonly key: string }[]> {
  const { rows } = await sql.execute<{ id: string; key: string }>(raw`
    select id::text as id, key from metrics
    where application_id = ${applicationId} and ${key} in (event_key, denominator_key)
    union
    select m.definition ->> 'metricId', m.definition ->> 'key'
    from analysis_metrics m join analyses a on a.id = m.analysis_id
    where a.application_id = ${applicationId} and a.state <> 'STOPPED'
      and ${key} in (m.definition ->> 'eventKey', m.definition ->> 'denominatorKey')
    order by 2`);
  return rows;
}

/** Returns false when the application has no such key. */
export async function markKeyDeleted(
  sql: Sql,
  applicationId: string,
  key: string,
): Promise<boolean> {
  const marked = await sql
    .update(eventKeys)
    .set({ deletedAt: raw`now()` })
    .where(
      and(
        eq(eventKeys.applicationId, applicationId),
        eq(eventKeys.key, key),
        isNull(eventKeys.deletedAt),
      ),
    );
  return marked.rowCount !== 0;
}
