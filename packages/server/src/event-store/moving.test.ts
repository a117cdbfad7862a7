import { sql as raw } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { WrongSettings } from '../platform/config/config.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { beginMove, endMove } from './clickhouse/move/move-repository.ts';
import { isAloneToCount } from './counting-lock.ts';
import { claimForClickHouse, readEventPlace, readMoving } from './event-place-repository.ts';
import type { NewEvent, NewExposure } from './event-store.ts';
import { openOtherStore } from './open-other-store.ts';
import { openPostgresEventStore } from './postgres/postgres-event-store.ts';
import { rollUp } from './postgres/roll-up.ts';
import { asStored } from './postgres/stored-exposures-repository.ts';
import { dropOldDays } from './postgres/sweep-repository.ts';

const DAY_MS = 24 * 60 * 60_000;

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase(testDatabase.url, () => {});
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

function event(daysAgo = 0): NewEvent {
  const at = new Date(Date.now() - daysAgo * DAY_MS);
  return {
    environmentId: newId(),
    eventId: newId(),
    day: at.toISOString().slice(0, 10),
    unit: newId(),
    eventKeyId: 1,
    at,
    value: null,
    trusted: true,
    skewed: false,
  };
}

const exposure = (): NewExposure => ({
  phaseId: newId(),
  environmentId: newId(),
  unit: newId(),
  bucket: 7,
  valueIx: 1,
  carried: false,
  at: new Date(),
  segments: [2],
});

/** The code of what a call is refused with. */
async function refusalOf(call: Promise<unknown>): Promise<string | undefined> {
  const failure = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  return rejectionOfDatabaseError(failure)?.code;
}

it('SCL-48, T20: from the moment when a move begins nobody stores, counts, erases or drops anything here, and 0.2.0 saves nothing', async () => {
  const { sql } = database;
  const store = openPostgresEventStore(sql);
  const old = event(40);
  await store.append({ exposures: [exposure()], events: [event(), event(1), old] });
  expect(await beginMove(sql)).toBe('MOVING');
  expect(await readMoving(sql)).toEqual({ daysDone: 0, days: 3 });
  expect(await refusalOf(store.append({ exposures: [exposure()], events: [] }))).toBe(
    'SERVICE_UNAVAILABLE',
  );
  expect(await refusalOf(store.append({ exposures: [], events: [event()] }))).toBe(
    'SERVICE_UNAVAILABLE',
  );
  const erase = sql.transaction((inside) => store.erase(inside, old.environmentId, old.unit));
  expect(await refusalOf(erase)).toBe('SERVICE_UNAVAILABLE');
  expect(await rollUp(sql, new Date(0))).toBeUndefined();
  await dropOldDays(sql, 35);
  const { rows } = await sql.execute(raw`
    select (select count(*)::int from metric_events) as events, oldest_program from compatibility`);
  expect(rows).toEqual([{ events: 3, oldest_program: '0.3.0' }]);
  expect(await beginMove(sql)).toBe('MOVING');
  expect(await claimForClickHouse(sql)).toBe('MOVING');
});

it('SCL-48: a move waits for whoever stores events, who is not overtaken by others for ever', async () => {
  const { sql } = database;
  const store = openPostgresEventStore(sql);
  await store.append({ exposures: [exposure()], events: [] });
  const waiting = async () => {
    const { rows } = await sql.execute(raw`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`);
    return rows.length;
  };
  let begun: Promise<unknown> = Promise.resolve();
  let later: Promise<unknown> = Promise.resolve();
  await sql.transaction(async (inside) => {
    await openPostgresEventStore(inside).append({ exposures: [exposure()], events: [] });
    begun = beginMove(sql);
    await expect.poll(waiting).toBe(1);
    later = refusalOf(store.append({ exposures: [exposure()], events: [] }));
    await expect.poll(waiting).toBe(2);
  });
  expect(await begun).toBe('MOVING');
  expect(await later).toBe('SERVICE_UNAVAILABLE');
  const { rows } = await sql.execute(raw`select count(*)::int as stored from exposures`);
  expect(rows).toEqual([{ stored: 2 }]);
});

it('SCL-48: when a move ends nothing waits to be counted here, and only ClickHouse is counted', async () => {
  const { sql } = database;
  await openPostgresEventStore(sql).append({ exposures: [exposure()], events: [event()] });
  await beginMove(sql);
  await sql.transaction((inside) => endMove(inside));
  expect(await readEventPlace(sql)).toBe('CLICKHOUSE');
  expect(await readMoving(sql)).toBeUndefined();
  const alone = (place: 'POSTGRES' | 'CLICKHOUSE') =>
    sql.transaction((inside) => isAloneToCount(inside, place));
  expect([await alone('POSTGRES'), await alone('CLICKHOUSE')]).toEqual([false, true]);
  const { rows } = await sql.execute(raw`select count(*)::int as touched from touched_units`);
  expect(rows).toEqual([{ touched: 0 }]);
});

it('SCL-48: of an exposure that comes again while events are moved, only the time may be another', async () => {
  const { sql } = database;
  const [known, unknown] = [exposure(), exposure()];
  await openPostgresEventStore(sql).append({ exposures: [known], events: [] });
  const at = new Date(known.at.getTime() - 1_000);
  const again = { ...known, at, segments: [3], carried: true };
  expect(await asStored(sql, [again, unknown])).toEqual([{ ...known, at }, unknown]);
});

it('SCL-48: no node starts without EVENTS_URL while events are moved', async () => {
  const { sql } = database;
  await openPostgresEventStore(sql).append({ exposures: [exposure()], events: [] });
  await beginMove(sql);
  const config = { eventsUrl: undefined, eventsKeptDays: 35 };
  const opening = openOtherStore({ config, sql, log: createLog('silent') });
  await expect(opening).rejects.toBeInstanceOf(WrongSettings);
});
