import type { Results } from '@comporta/contract/analyses/results';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../../platform/base/log.ts';
import { WrongSettings } from '../../../platform/config/config.ts';
import { type LoneConnection, openConnection } from '../../../platform/database/connection.ts';
import { createProperty } from '../../../testing/builders.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../testing/clickhouse/clickhouse-server.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../../../testing/measured-shop.ts';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readEventPlace } from '../../event-place-repository.ts';
import { openOtherStore } from '../../open-other-store.ts';
import { type ClickHouse, openClickHouse } from '../clickhouse.ts';
import { countNoted } from '../count-noted.ts';
import { moveEvents, type Step } from '../move/move-events.ts';
import { beginMove } from '../move/move-repository.ts';
import { makeTables } from '../tables.ts';

const DAY_MS = 24 * 60 * 60_000;
const RAW_SINCE = new Date(Date.now() - 35 * DAY_MS);
const TABLES = ['comporta_events', 'comporta_exposures'];

let engine: ClickHouseServer;
let clickhouse: ClickHouse;
let testDatabase: TestDatabase;
let connection: LoneConnection;
let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  engine = await startClickHouse();
  clickhouse = await openClickHouse(engine.url, createLog('silent'));
  await makeTables(clickhouse);
});
afterAll(async () => {
  await clickhouse.close();
  await engine.close();
});

/** A service with EVENTS_URL that has events of three days in PostgreSQL. */
beforeEach(async () => {
  for (const table of TABLES) await clickhouse.run(`truncate table ${table}`);
  testDatabase = await createTestDatabase();
  connection = await openConnection(testDatabase.url);
  // Of a deleted phase: without a row, ClickHouse would be the place at once.
  await connection.sql.execute(raw`
    insert into exposures (phase_id, unit, first_at, bucket, value_ix, carried)
    values (gen_random_uuid(), gen_random_uuid(), now(), 0, 0, false)`);
  server = await startTestServer({ DATABASE_URL: testDatabase.url, EVENTS_URL: engine.url });
  shop = await openMeasuredShop(server);
  const { id } = shop.application;
  const country = await createProperty(server, id, { key: 'country', type: 'STRING' });
  const plan = { goal: { metricId: shop.metricId }, segments: [country] };
  await shop.start(plan);
  // Recorded by the service itself, with the country.
  for (const uid of users(40)) await shop.evaluate(uid, { country: 'PT' });
  await expect
    .poll(async () => (await tell(`select count(*)::int as rows from exposures`)).rows)
    .toBe(41);
  for (const days of [2, 1, 0]) {
    const at = new Date(Date.now() - days * DAY_MS + days).toISOString();
    await shop.track(users(12 + days), { value: 0.1 + days / 3, at });
  }
  await shop.count();
  return async () => {
    await server.close();
    await connection.close();
    await testDatabase.drop();
  };
});

async function tell(query: string): Promise<Record<string, unknown>> {
  const { rows } = await connection.sql.execute(raw.raw(query));
  return rows[0] ?? {};
}

/** What people see of an analysis, but not of when it was counted. */
async function figures(): Promise<Partial<Results>> {
  const { asOf, health, sampleRatio, ...seen } = await shop.results();
  return JSON.parse(JSON.stringify(seen), (_, value) =>
    typeof value === 'number' ? Number(value.toPrecision(13)) : value,
  );
}

interface Moving {
  /** Before the rows of a step are stored in ClickHouse, or after that. */
  readonly before?: (table: string) => Promise<void>;
  readonly after?: (table: string) => Promise<void>;
  readonly rowsAtOnce?: number;
}

async function move({ before, after, rowsAtOnce = 10 }: Moving = {}): Promise<Step[] | 'STOPPED'> {
  const insert: ClickHouse['insert'] = async (table, ...given) => {
    await before?.(table);
    await clickhouse.insert(table, ...given);
    await after?.(table);
  };
  const steps: Step[] = [];
  const { sql, close } = await openConnection(testDatabase.url);
  try {
    await beginMove(sql);
    const onStep = (step: Step) => steps.push(step);
    const moving = { sql, clickhouse: { ...clickhouse, insert }, rawSince: RAW_SINCE };
    return (await moveEvents({ ...moving, onStep, rowsAtOnce })) ? steps : 'STOPPED';
  } finally {
    await close();
  }
}

/** Counts what is noted, and nothing of it was counted before; another count may be under way. */
async function count(): Promise<void> {
  const { sql } = server.database;
  for (const table of ['cohort_units', 'cohort_moments', 'segment_units', 'segment_moments']) {
    await sql.execute(raw`delete from ${raw.identifier(table)}`);
  }
  while (!(await countNoted({ sql, clickhouse, rawSince: RAW_SINCE })));
}

async function rowsIn(table: string): Promise<number> {
  const query = `select count() as rows from ${table} final`;
  return (await clickhouse.read<{ rows: number }>(query))[0]?.rows ?? 0;
}

it('SCL-48: after the move all figures are what they were; a day has a row for each of its events', async () => {
  const before = await figures();
  const { rows: events } = await tell('select count(*)::int as rows from metric_events');
  const steps = await move();
  expect(steps).toContainEqual({ day: null, rows: 0, isSame: true });
  expect(await readEventPlace(connection.sql)).toBe('CLICKHOUSE');
  expect(await rowsIn('comporta_events')).toBe(events);
  expect(await rowsIn('comporta_exposures')).toBe(41);
  await count();
  expect(await figures()).toEqual(before);
  // Nothing is deleted here; a second command finds it done.
  expect(await tell('select count(*)::int as rows from metric_events')).toEqual({ rows: events });
  expect(await move()).toEqual([]);
});

it('SCL-48: while events are moved new ones are kept there, results say how far it is, and neither counts nor erases anybody', async () => {
  const before = await shop.results();
  const seen: unknown[] = [];
  const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
  await move({
    async before(table) {
      if (table !== 'comporta_events' || seen.length > 0) return;
      // Sent again, new, and of somebody who had another country before.
      await shop.track(users(13), {
        value: 0.1 + 1 / 3,
        at: new Date(Date.now() - 1).toISOString(),
      });
      await shop.track(users(20), { value: 5 });
      await shop.evaluate('user-0', { country: 'BR' });
      await shop.evaluate('user-new', { country: 'BR' });
      const erased = await server.call('POST', path, {
        token: shop.admin.token,
        body: { uid: 'user-1' },
      });
      const { eventsMoving, eventsAway, values } = await shop.results();
      const planning = await shop.call<object>('GET', '/planning');
      seen.push(erased.status, eventsMoving, eventsAway, values, planning.body);
    },
  });
  expect(seen).toEqual([
    503,
    { daysDone: 0, days: 3 },
    undefined,
    before.values,
    expect.objectContaining({ eventsAway: true }),
  ]);
  expect((await shop.results()).eventsMoving).toBeUndefined();
  await expect.poll(() => rowsIn('comporta_exposures')).toBe(42);
  await count();
  const usersIn = ({ values }: Results) => values.reduce((sum, one) => sum + one.users, 0);
  expect(usersIn(await shop.results())).toBe(usersIn(before) + 1);
  const levels = (
    await clickhouse.read<{ segments: number[] }>(
      'select segments from comporta_exposures final order by segments',
    )
  ).map(({ segments }) => segments.join());
  // The first country of each user counts, as in PostgreSQL.
  expect(levels).toEqual(['', ...Array.from({ length: 40 }, () => '0'), '1']);
});

it('SCL-48, SCL-93: a move that is stopped after any of its steps, and two at once, move each row once', async () => {
  const before = await figures();
  let steps = 0;
  let stops = 0;
  for (;;) {
    const stopped = await move({
      rowsAtOnce: 5,
      async after() {
        steps += 1;
        if (steps % 2 === 0) throw new Error('killed');
      },
    }).catch(() => 'KILLED');
    if (stopped !== 'KILLED') break;
    stops += 1;
    if (stops > 8) {
      await Promise.all([move(), move()]);
      break;
    }
  }
  expect(stops).toBeGreaterThan(8);
  expect(await readEventPlace(connection.sql)).toBe('CLICKHOUSE');
  const { rows: events } = await tell('select count(*)::int as rows from metric_events');
  expect(await rowsIn('comporta_events')).toBe(events);
  await count();
  expect(await figures()).toEqual(before);
});

it('SCL-48: an event that ClickHouse loses meanwhile stops the move at its day, and the next one moves the day again', async () => {
  let lost: string | undefined;
  const stopped = await move({
    async after(table) {
      if (table !== 'comporta_events' || lost !== undefined) return;
      const [first] = await clickhouse.read<{ id: string; day: string }>(
        'select toString(event_id) as id, toString(day) as day from comporta_events final limit 1',
      );
      lost = first?.day;
      await clickhouse.run('delete from comporta_events where event_id = {id:UUID}', {
        id: first?.id,
      });
    },
  });
  expect(stopped).toBe('STOPPED');
  const { state, position } = await tell('select state, position from event_store');
  expect({ state, day: (position as { day: string }).day }).toEqual({ state: 'MOVING', day: lost });
  expect(await move()).toContainEqual({ day: lost, rows: 0, isSame: true });
  expect(await readEventPlace(connection.sql)).toBe('CLICKHOUSE');
});

it('SCL-48, SCL-47: who is erased after a move is erased in both stores', async () => {
  await move();
  const erased = await server.call(
    'POST',
    `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`,
    { token: shop.admin.token, body: { uid: 'user-0' } },
  );
  // An exposure and three events.
  expect(erased).toMatchObject({ status: 200, body: { count: 4 } });
  const query = `select (select count(*)::int from metric_events) as events,
    (select count(*)::int from exposures) as exposures`;
  expect(await tell(query)).toEqual({ events: 12 + 13 + 14 - 3, exposures: 40 });
});

it('SCL-48, RES-44: a database of ClickHouse that has events is not moved into, and becomes the place of no other service', async () => {
  await clickhouse.insert('comporta_exposures', [
    [
      '00000000-0000-4000-8000-000000000001',
      '00000000-0000-4000-8000-000000000001',
      new Date(),
      0,
      0,
      false,
      [],
      false,
    ],
  ]);
  const config = { eventsUrl: engine.url, eventsKeptDays: 35 };
  const opening = { config, sql: connection.sql, log: createLog('silent') };
  await expect(openOtherStore(opening)).rejects.toThrow(/default of ClickHouse has events already/);
  await expect(openOtherStore(opening)).rejects.toBeInstanceOf(WrongSettings);
  expect(await readEventPlace(connection.sql)).toBe('POSTGRES');
});
