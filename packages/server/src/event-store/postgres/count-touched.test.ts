import { randomUUID } from 'node:crypto';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type LoneConnection, openConnection } from '../../platform/database/connection.ts';
import type { Sql } from '../../platform/database/database.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer } from '../../testing/test-server.ts';
import type { EventStore } from '../event-store.ts';
import { findEventKeys } from '../ingest/event-key-repository.ts';
import { touchUnits } from './append-repository.ts';
import { countTouched } from './count-touched.ts';
import { openPostgresEventStore } from './postgres-event-store.ts';
import { rollUp, type Taken } from './roll-up.ts';

const USERS = 64;
const UNITS_AT_ONCE = 2;
const BATCHES = USERS / UNITS_AT_ONCE;
const RAW_SINCE = new Date(0);
const FROZEN = { now: () => 0, pause: async () => {} };

let database: TestDatabase;
/** The only connection of these tests, because its statistics say what it wrote. */
let connection: LoneConnection;
let store: EventStore;
let place: { readonly environmentId: string; readonly phaseId: string; readonly keyId: number };

beforeAll(async () => {
  database = await createTestDatabase();
  connection = await openConnection(database.url);
  store = openPostgresEventStore(connection.sql);
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});
beforeEach(async () => {
  const server = await startTestServer({ DATABASE_URL: database.url });
  const shop = await openMeasuredShop(server);
  const { phases } = await shop.start();
  const keys = await findEventKeys(
    connection.sql,
    { applicationId: shop.application.id, isTrusted: true },
    ['purchase'],
  );
  const { environmentId } = shop;
  place = { environmentId, phaseId: phases[0]?.id ?? '', keyId: keys.get('purchase')?.id ?? 0 };
  // No server counts beside these tests.
  await server.close();
  while ((await rollUp(connection.sql, RAW_SINCE))?.isMore !== false);
});

/** Adds users of one day who all buy. Each is noted once for counting. */
async function addUsers(count: number): Promise<void> {
  const { environmentId, phaseId, keyId: eventKeyId } = place;
  const at = new Date();
  const units = Array.from({ length: count }, () => ({ environmentId, unit: randomUUID(), at }));
  const shown = { phaseId, bucket: 0, valueIx: 0, carried: false, segments: null };
  await store.append({ exposures: units.map((unit) => ({ ...unit, ...shown })), events: [] });
  await connection.sql.execute(raw`truncate touched_units`);
  const day = at.toISOString().slice(0, 10);
  const event = { day, eventKeyId, value: null, trusted: true, skewed: false };
  const events = units.map((unit) => ({ ...unit, ...event, eventId: randomUUID() }));
  await store.append({ exposures: [], events });
}

/** How often the users of a day were read to be counted; each time writes one row. */
async function timesDaysWereCounted(): Promise<number> {
  await connection.client.query('select pg_stat_force_next_flush()');
  const { rows } = await connection.client.query(
    `select n_tup_ins from pg_stat_user_tables where relname = 'cohort_units'`,
  );
  return Number(rows[0].n_tup_ins);
}

/** How many events were read, through indexes and from tables. */
async function eventsRead(): Promise<number> {
  await connection.client.query('select pg_stat_force_next_flush()');
  const { rows } = await connection.client.query(`
    select (select sum(idx_tup_read) from pg_stat_user_indexes where relname like 'metric_events_2%')
      + (select sum(seq_tup_read) from pg_stat_user_tables where relname like 'metric_events_2%') as read`);
  return Number(rows[0].read);
}

async function figures() {
  const moments = [...(await store.moments(place.phaseId)).values()].flat();
  const units = await store.exposureCounts(place.phaseId);
  return {
    users: units.reduce((sum, one) => sum + one.units, 0),
    positive: moments.reduce((sum, one) => sum + one.moments.positive, 0),
  };
}

it('RES-42: a day of many users is not read whole with each batch, and the figures are the same', async () => {
  await addUsers(USERS);
  const before = await timesDaysWereCounted();
  const touched = { rawSince: RAW_SINCE, unitsAtOnce: UNITS_AT_ONCE };
  expect(await countTouched(connection.sql, touched, FROZEN)).toBe(true);
  // Days are counted after batches 1, 2, 4, 8, 16 and 32, and at the end. Days that were left add batches to the 32.
  expect((await timesDaysWereCounted()) - before).toBeLessThanOrEqual(8);
  expect(BATCHES).toBe(32);
  expect(await figures()).toEqual({ users: USERS, positive: USERS });
});

it('HOS-17, FAIR-18: a batch takes an equal part of each environment that waits, and counts at once what is few', async () => {
  const { sql } = connection;
  const many = randomUUID();
  await addUsers(3);
  await sql.execute(raw`
    insert into touched_units select ${many}, gen_random_uuid() from generate_series(1, 1000)`);
  const before = await figures();
  const parts: Record<string, number>[] = [];
  const onTaken = (taken: ReadonlyMap<string, Taken>) =>
    parts.push(Object.fromEntries([...taken].map(([id, { rows }]) => [id, rows])));
  await rollUp(sql, RAW_SINCE, { unitsAtOnce: 100, mayLeaveDays: true, onTaken });
  expect(parts[0]).toEqual({ [many]: 50, [place.environmentId]: 3 });
  expect((await figures()).positive).toBe(before.positive + 3);
  await rollUp(sql, RAW_SINCE, { unitsAtOnce: 100, mayLeaveDays: true, onTaken });
  expect(parts[1]).toEqual({ [many]: 100 });
  await sql.execute(raw`truncate touched_units`);
});

it('RES-42: a day that was left uncounted is counted by the next node that counts, also of the previous release', async () => {
  await addUsers(2 * UNITS_AT_ONCE);
  const { sql } = connection;
  // The node stops after this.
  const leaving = { unitsAtOnce: UNITS_AT_ONCE, mayLeaveDays: true };
  await rollUp(sql, RAW_SINCE, leaving);
  await rollUp(sql, RAW_SINCE, leaving);
  expect(await figures()).toEqual({ users: 0, positive: 0 });
  while ((await rollUp(sql, RAW_SINCE))?.isMore !== false);
  const all = 2 * UNITS_AT_ONCE;
  expect(await figures()).toEqual({ users: all, positive: all });
});

it('RES-42: a user with more events than can be read in time does not keep others from being counted', async () => {
  const { sql, client } = connection;
  await addUsers(USERS);
  const { rows } = await client.query(`select unit from touched_units offset ${USERS / 2} limit 1`);
  const busy: string = rows[0].unit;
  // Simulates the statement timeout.
  await client.query(`
    create function end_busy() returns trigger language plpgsql as $$
    begin raise query_canceled; end $$;
    create trigger end_busy before insert on unit_values
    for each row when (new.unit = '${busy}') execute function end_busy()`);
  const leftOut = new Map();
  const touched = { rawSince: RAW_SINCE, unitsAtOnce: 40, leftOut };
  expect(await countTouched(sql, touched, FROZEN)).toBe(true);
  expect([...leftOut.keys()]).toEqual([busy]);
  expect(await figures()).toEqual({ users: USERS, positive: USERS - 1 });

  await client.query(`drop function end_busy cascade`);
  await touchUnits(sql, [...leftOut.values()]);
  expect(await countTouched(sql, { ...touched, leftOut: new Map() }, FROZEN)).toBe(true);
  expect(await figures()).toEqual({ users: USERS, positive: USERS });
});

it('RES-42: events are not read once for each user, even while PostgreSQL has no statistics of the phase', async () => {
  const users = 500;
  // The statistics know earlier phases, and none of these users.
  await connection.sql.execute(raw`analyze`);
  await addUsers(users);
  const before = await eventsRead();
  while ((await rollUp(connection.sql, RAW_SINCE))?.isMore !== false);
  expect((await eventsRead()) - before).toBeLessThan(10 * users);
  expect(await figures()).toEqual({ users, positive: users });
});

it('RES-42: counting uses at most half of one connection', async () => {
  await addUsers(USERS);
  let ms = 0;
  let busyMs = 0;
  let pausedMs = 0;
  let open = 0;
  /** By the fake clock, each transaction takes longer than the one before. */
  const sql: Sql = Object.create(connection.sql, {
    transaction: {
      async value(...work: Parameters<Sql['transaction']>) {
        open += 1;
        expect(open).toBe(1);
        const result = await connection.sql.transaction(...work);
        open -= 1;
        const tookMs = 100 + ms;
        busyMs += tookMs;
        ms += tookMs;
        return result;
      },
    },
  });
  const pause = async (pauseMs: number) => {
    pausedMs += pauseMs;
    ms += pauseMs;
    // After each pause the connection was busy for at most half of the time so far.
    expect(busyMs).toBeLessThanOrEqual(pausedMs);
  };
  await countTouched(sql, { rawSince: RAW_SINCE, unitsAtOnce: 16 }, { now: () => ms, pause });
  expect(pausedMs).toBeGreaterThan(0);
  expect(await figures()).toEqual({ users: USERS, positive: USERS });
});
