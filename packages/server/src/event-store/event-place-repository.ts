import { sql as raw } from 'drizzle-orm';
import { isOlderVersion } from '../platform/base/version.ts';
import type { Sql } from '../platform/database/database.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import { compatibility } from '../tables/compatibility.ts';
import { eventStore } from '../tables/events.ts';

export type EventPlace = (typeof eventStore.$inferSelect)['state'];

/** The first release that knows that events may be in another place. */
const SINCE = '0.3.0';

/** Where raw events are stored. */
export async function readEventPlace(sql: Sql): Promise<EventPlace> {
  const { state } = onlyRow(await sql.select({ state: eventStore.state }).from(eventStore));
  return state;
}

/**
 * Answers where raw events are stored, after it made ClickHouse the place if nothing was ever stored here. Programs that
 * do not know of it then save nothing any more. Source: SCL-48, T20.
 */
export function claimForClickHouse(sql: Sql): Promise<EventPlace> {
  return sql.transaction(async (inside) => {
    // Waits for whoever stores events: their inserts lock the row.
    const rows = await inside.select({ state: eventStore.state }).from(eventStore).for('update');
    const { state } = onlyRow(rows);
    if (state !== 'POSTGRES' || (await hasRawEvents(inside))) return state;
    await inside.update(eventStore).set({ state: 'CLICKHOUSE' });
    const [known] = await inside.select().from(compatibility).for('update');
    if (known !== undefined && isOlderVersion(known.oldestProgram, SINCE)) {
      await inside.update(compatibility).set({ oldestProgram: SINCE });
    }
    return 'CLICKHOUSE';
  });
}

async function hasRawEvents(sql: Sql): Promise<boolean> {
  const { rows } = await sql.execute<{ found: boolean }>(raw`
    select exists (select from metric_events) or exists (select from exposures) as found`);
  return onlyRow(rows).found;
}
