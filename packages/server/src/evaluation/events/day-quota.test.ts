import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../platform/base/log.ts';
import { eventCounters, exposures } from '../../tables/events.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const METRICS_TOKEN = 'who may ask for metrics';
const MOST = 1_000;
const HOUR_MS = 60 * 60_000;

let server: TestServer;
let shop: MeasuredShop;
let lines: Record<string, unknown>[];

async function open(most = MOST): Promise<void> {
  lines = [];
  const log = createLog('warn', { write: (line) => lines.push(JSON.parse(line)) });
  const settings = { EVENTS_PER_DAY: `${most}`, METRICS_TOKEN, TRUST_PROXY: 'loopback' };
  server = await startTestServer(settings, log);
  shop = await openMeasuredShop(server);
}

// The test must not begin on one UTC day and end on the next.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Math.floor(Date.now() / HOUR_MS) * HOUR_MS });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

let sent = 0;

function send(count: number, { key = shop.environmentKey, from = '', ids = '' } = {}) {
  sent += 1;
  const at = new Date().toISOString();
  const events = Array.from({ length: count }, (_, n) => ({
    type: 'track',
    id: `${ids || sent} ${n}`,
    key: 'purchase',
    uid: `user-${n}`,
    at,
  }));
  const headers = from === '' ? {} : { 'x-forwarded-for': from };
  type Body = { accepted?: number; meta_data?: { limit: string } };
  return server.call<Body>('POST', '/api/events', { token: key, body: { events }, headers });
}

const page = (n: number) => ({ key: shop.clientKey, from: `198.51.100.${n}` });

async function status(): Promise<EnvironmentStatus> {
  const path = `/api/apps/${shop.application.id}/env/${shop.environmentId}/status`;
  const { body } = await server.call<EnvironmentStatus>('GET', path, { token: shop.admin.token });
  return body;
}

async function ratio(): Promise<number> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const { payload } = await server.http.inject({ method: 'GET', url: '/metrics', headers });
  const line = payload.split('\n').find((one) => one.startsWith('comporta_events_today_ratio '));
  return Number(line?.split(' ')[1]);
}

/** As another node has counted. */
async function countElsewhere(code: 'SERVER' | 'CLIENT', count: number, hour = new Date()) {
  const row = { environmentId: shop.environmentId, hour, kind: 'STORED', code, count };
  await server.database.sql
    .insert(eventCounters)
    .values(row)
    .onConflictDoUpdate({
      target: [
        eventCounters.environmentId,
        eventCounters.hour,
        eventCounters.kind,
        eventCounters.code,
      ],
      set: { count: raw`event_counters.count + ${count}` },
    });
}

it('FAIR-29, OPR-09: a day has a quota, half of it for client keys, a fiftieth for one network; who is at fault learns it', async () => {
  await open();
  expect(await send(20, { ...page(1), ids: 'same' })).toMatchObject({ status: 200 });
  const refused = await send(1, page(1));
  expect(refused).toMatchObject({
    status: 429,
    body: { error_code: 'RATE_LIMITED', meta_data: { limit: 'DAY' } },
  });
  const seconds = Number(refused.headers['retry-after']);
  expect(seconds).toBeGreaterThanOrEqual(600);
  expect(seconds).toBeLessThanOrEqual(3_600);

  // What is stored already takes nothing, and neither does what is refused.
  expect((await send(20, { ...page(2), ids: 'same' })).body).toMatchObject({ accepted: 0 });
  expect(await send(21, page(2))).toMatchObject({ status: 429 });
  expect(await send(20, page(2))).toMatchObject({ status: 200 });
  for (let n = 3; n <= 25; n += 1) expect(await send(20, page(n))).toMatchObject({ status: 200 });
  expect(await send(1, page(26))).toMatchObject({ status: 429 });
  expect(await ratio()).toBe(0.5);
  expect((await status()).eventsToday).toBeUndefined();

  expect(await send(500)).toMatchObject({ status: 200 });
  expect(await send(1)).toMatchObject({ status: 429, body: { meta_data: { limit: 'DAY' } } });
  expect(await ratio()).toBe(1);
  const other = await openMeasuredShop(server);
  expect(await send(100, { key: other.environmentKey })).toMatchObject({ status: 200 });
  await expect
    .poll(status)
    .toMatchObject({ eventsToday: { stored: MOST, most: MOST }, limited: [{ limit: 'DAY' }] });

  vi.setSystemTime(Date.now() + 24 * HOUR_MS);
  expect(await ratio()).toBe(0);
  expect(await send(20, page(1))).toMatchObject({ status: 200 });
  expect((await status()).eventsToday).toBeUndefined();
});

it('FAIR-29: what other nodes stored today counts, what was stored yesterday does not; the log says it once', async () => {
  await open();
  const thisHour = new Date();
  const startOfDay = new Date(new Date().setUTCHours(0, 0, 0, 0));
  await countElsewhere('SERVER', 5 * MOST, new Date(startOfDay.getTime() - HOUR_MS));
  expect((await status()).eventsToday).toBeUndefined();
  await countElsewhere('SERVER', MOST - 100, thisHour);
  expect((await status()).eventsToday).toEqual({ stored: MOST - 100, most: MOST });
  expect(await send(1)).toMatchObject({ status: 200 });
  // The node looks when it sees an environment for the first time, without letting its call wait.
  await expect.poll(ratio).toBeGreaterThanOrEqual(0.9);
  expect(await send(150)).toMatchObject({ status: 429 });
  expect(await send(90)).toMatchObject({ status: 200 });
  const warned = lines.filter(({ msg }) => String(msg).includes('few events of today'));
  expect(warned).toMatchObject([{ level: 'warn', environmentId: shop.environmentId, most: MOST }]);
});

it('FAIR-29: an evaluation is answered when the quota is used up; its exposure is not stored, and counted as dropped', async () => {
  await open();
  const { phases } = await shop.start();
  const { sql } = server.database;
  await countElsewhere('SERVER', MOST);
  const stored = () => sql.$count(exposures, eq(exposures.phaseId, phases[0]?.id ?? ''));
  async function dropped(): Promise<number> {
    const rows = await sql
      .select({ count: eventCounters.count })
      .from(eventCounters)
      .where(eq(eventCounters.kind, 'DROPPED'));
    return rows.reduce((sum, { count }) => sum + count, 0);
  }
  let evaluated = 0;
  async function evaluateOne(): Promise<void> {
    evaluated += 1;
    const { variant } = await shop.evaluate(`user ${evaluated}`);
    expect(['enabled', 'disabled']).toContain(variant);
  }

  await expect
    .poll(async () => {
      await evaluateOne();
      return dropped();
    })
    .toBeGreaterThan(0);
  await expect.poll(async () => (await stored()) + (await dropped())).toBe(evaluated);
  const before = { stored: await stored(), dropped: await dropped() };
  for (const _ of [1, 2, 3]) await evaluateOne();
  await expect.poll(dropped).toBe(before.dropped + 3);
  expect(await stored()).toBe(before.stored);
});

it('FAIR-29: EVENTS_PER_DAY=0 limits nothing', async () => {
  await open(0);
  await countElsewhere('SERVER', 1_000_000_000_000);
  expect(await send(100, page(1))).toMatchObject({ status: 200 });
  expect((await status()).eventsToday).toBeUndefined();
  expect(await ratio()).toBe(0);
});
