import { sql as raw } from 'drizzle-orm';
import { isOlderVersion } from '../platform/base/version.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { compatibility } from '../tables/compatibility.ts';
import { eventStore } from '../tables/events.ts';

export type EventPlace = (typeof eventStore.$inferSelect)['state'];
/** Where the move of events to another store has come to. */
export type MovePosition = NonNullable<(typeof eventStore.$inferSelect)['position']>;

/** The first release that knows that events may be in another place. */
const SINCE = '0.3.0';
/** Shared by those who store events in the service's own database, see the function `refuse_moved_events` there. */
const PLACE_LOCK = 7_230_042;

/** Where raw events are stored. */
export async function readEventPlace(sql: Sql): Promise<EventPlace> {
  const { state } = onlyRow(await sql.select({ state: eventStore.state }).from(eventStore));
  return state;
}

/** The same for somebody whose transaction touches raw events: they are not moved before it ends. */
export async function holdEventPlace(sql: Sql): Promise<EventPlace> {
  await sql.execute(raw`select pg_advisory_xact_lock_shared(${PLACE_LOCK})`);
  return readEventPlace(sql);
}

/** How many of the days with events were moved; undefined while none are being moved. */
export async function readMoving(
  sql: Sql,
): Promise<Pick<MovePosition, 'daysDone' | 'days'> | undefined> {
  const { state, position } = onlyRow(await sql.select().from(eventStore));
  return state === 'MOVING' && position !== null
    ? { daysDone: position.daysDone, days: position.days }
    : undefined;
}

/**
 * Answers where raw events are stored, after it made ClickHouse the place if nothing was ever stored here. Source: SCL-48, T20.
 */
export async function claimForClickHouse(sql: Sql): Promise<EventPlace> {
  const place = await readEventPlace(sql);
  if (place !== 'POSTGRES' || (await hasRawEvents(sql))) return place;
  return leavePostgres(sql, async (inside) =>
    (await hasRawEvents(inside)) ? undefined : { state: 'CLICKHOUSE' },
  );
}

/**
 * Waits for whoever stores events, and changes the place to what `next` answers, unless it was left before; answers the place
 * from then on. Programs that do not know of other places then save nothing any more.
 */
export function leavePostgres(
  sql: Sql,
  next: (inside: Sql) => Promise<Partial<typeof eventStore.$inferInsert> | undefined>,
): Promise<EventPlace> {
  return sql.transaction(async (inside) => {
    // There is a line for it. A lock of the row could wait for ever: there is always somebody who stores events.
    await inside.execute(raw`select pg_advisory_xact_lock(${PLACE_LOCK})`);
    const place = await readEventPlace(inside);
    const changed = place === 'POSTGRES' ? await next(inside) : undefined;
    if (changed === undefined) return place;
    await inside.update(eventStore).set(changed);
    const [known] = await inside.select().from(compatibility).for('update');
    if (known !== undefined && isOlderVersion(known.oldestProgram, SINCE)) {
      await inside.update(compatibility).set({ oldestProgram: SINCE });
    }
    return readEventPlace(inside);
  });
}

async function hasRawEvents(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute<{ found: boolean }>(raw`
    select exists (select from metric_events) or exists (select from exposures) as found`);
  return onlyRow(rows).found;
}
