import type { Results } from '@comporta/contract/analyses/results';
import type { EventKey } from '@comporta/contract/metrics/event-key-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createLog } from '../../../platform/base/log.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../testing/clickhouse/clickhouse-server.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { type ClickHouse, openClickHouse } from '../clickhouse.ts';
import { sweepClickHouse } from '../sweep.ts';

const DAY_MS = 24 * 60 * 60_000;

let engine: ClickHouseServer;
let clickhouse: ClickHouse;
let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  engine = await startClickHouse();
  clickhouse = await openClickHouse(engine.url, createLog('silent'));
  server = await startTestServer({ EVENTS_URL: engine.url });
  shop = await openMeasuredShop(server);
  await shop.start();
});
afterEach(() => engine.recover());
afterAll(async () => {
  await server.close();
  await clickhouse.close();
  await engine.close();
});

const usersIn = (results: Results) =>
  results.values.reduce((sum, { users: count }) => sum + count, 0);

async function purchases(): Promise<EventKey | undefined> {
  const path = `/api/apps/${shop.application.id}/event-keys`;
  const { body } = await server.call<EventKey[]>('GET', path, { token: shop.admin.token });
  return body.find(({ key }) => key === 'purchase');
}

async function readyz(): Promise<{ status: number; events: unknown }> {
  const answer = await server.call<{ events: unknown }>('GET', '/readyz');
  return { status: answer.status, events: answer.body.events };
}

it('RES-44, SCL-42, SCL-43: users and what they do are stored in ClickHouse, counted there and shown; PostgreSQL has no raw row', async () => {
  const uids = users(40);
  await shop.exposeAll(uids);
  await shop.track(uids.slice(0, 10));
  await shop.track(uids.slice(0, 10));
  await expect
    .poll(async () => usersIn(await shop.results()), { timeout: 90_000, interval: 500 })
    .toBe(uids.length);
  const bought = async () => {
    const [goal] = (await shop.results()).metrics;
    return goal?.values.reduce((sum, { users: count, level }) => sum + count * (level ?? 0), 0);
  };
  await expect.poll(bought, { timeout: 90_000, interval: 500 }).toBeCloseTo(10, 6);
  const { rows } = await server.database.sql.execute(raw`
    select (select count(*)::int from metric_events) as events,
      (select count(*)::int from exposures) as exposures,
      (select count(*)::int from unit_values) as figures,
      (select count(*)::int from touched_units) as touched`);
  expect(rows).toEqual([{ events: 0, exposures: 0, figures: 0, touched: 0 }]);
});

it('SCL-46: while ClickHouse is away, events are answered 503 and nothing else is; they count once when it is back', async () => {
  const before = usersIn(await shop.results());
  // Counters are written a while after the events.
  const calls = async () => (await purchases())?.days.reduce((sum, count) => sum + count, 0);
  await expect.poll(calls, { timeout: 30_000 }).toBe(20);
  const seen = await purchases();
  expect(seen).toMatchObject({ users: 10, lastEventAt: expect.any(String) });
  engine.suffer('SILENT');
  expect(await readyz()).toEqual({ status: 200, events: 'ready' });
  const event = { type: 'track', id: 'while-away', key: 'purchase', uid: 'user-30' };
  const at = new Date().toISOString();
  const refused = await shop.send([{ ...event, at }]);
  expect(refused.status).toBe(503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await expect.poll(readyz, { timeout: 30_000 }).toEqual({ status: 200, events: 'unreachable' });
  expect((await shop.send([{ ...event, at }])).status).toBe(503);
  expect(await shop.evaluate('user-1')).toMatchObject({ variant: expect.any(String) });
  await shop.saveRules(shop.experiment.rules);
  expect(usersIn(await shop.results())).toBe(before);
  expect((await shop.results()).eventsAway).toBe(true);
  const planning = await shop.call('GET', '/planning');
  expect(planning).toMatchObject({ status: 200, body: { eventsAway: true, metrics: [] } });
  expect(await purchases()).toEqual({ ...seen, users: undefined, lastEventAt: undefined });
  const erased = await server.call(
    'POST',
    `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`,
    { token: shop.admin.token, body: { uid: 'user-1' } },
  );
  expect(erased.status).toBe(503);
  engine.recover();
  await expect.poll(readyz, { timeout: 30_000 }).toEqual({ status: 200, events: 'ready' });
  await shop.sendAll([{ ...event, at }]);
  await shop.sendAll([{ ...event, at }]);
  expect((await shop.results()).eventsAway).toBeUndefined();
});

it('SCL-47, RES-34: an erased user is in no row and no figure; erasing again finds no more', async () => {
  const erase = () =>
    server.call<{ count: number }>(
      'POST',
      `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`,
      { token: shop.admin.token, body: { uid: 'user-0' } },
    );
  const before = usersIn(await shop.results());
  const erased = await erase();
  expect(erased).toMatchObject({ status: 200 });
  expect(erased.body.count).toBeGreaterThan(1);
  expect((await erase()).body).toMatchObject({ count: 0 });
  expect(usersIn(await shop.results())).toBe(before - 1);
});

it('SCL-47: days that are no longer kept are dropped, and rows of deleted phases and environments are removed, and no others', async () => {
  const count = async (table: string) =>
    (await clickhouse.read<{ rows: number }>(`select count() as rows from ${table} final`))[0]
      ?.rows;
  const [events, exposures] = [await count('comporta_events'), await count('comporta_exposures')];
  expect(events).toBeGreaterThan(0);
  const gone = '00000000-0000-4000-8000-000000000001';
  const old = new Date(Date.now() - 40 * DAY_MS).toISOString();
  const row = (environment: string, at: string) => [
    environment,
    1,
    gone,
    gone,
    at.slice(0, 10),
    at,
    null,
    true,
    false,
    '1',
    false,
  ];
  await clickhouse.insert('comporta_events', [
    row(shop.environmentId, old),
    row(gone, new Date().toISOString()),
  ]);
  await clickhouse.insert('comporta_exposures', [[gone, gone, old, 0, 0, false, [], false]]);
  const { sql } = server.database;
  expect(await sweepClickHouse({ sql, clickhouse, keptDays: 35 })).toBe(true);
  expect(await count('comporta_events')).toBe(events);
  expect(await count('comporta_exposures')).toBe(exposures);
});
