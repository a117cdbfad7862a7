import type { Health } from '@comporta/contract/analyses/health';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { markRecounted } from '../event-store/counted-phase-repository.ts';
import { openEventIngest } from '../event-store/ingest/event-ingest.ts';
import { openPostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { createLog } from '../platform/base/log.ts';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { keepResults } from './keep-results.ts';
import { readDays } from './results/daily-result-repository.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

const DAY_MS = 24 * 60 * 60_000;
const EVENTS_A_CALL = 1_000;

function healthOf(health: readonly Health[], code: Health['code']): Health | undefined {
  return health.find((one) => one.code === code);
}

it('RES-41: the result of a day is rewritten on that day, and never later', async () => {
  const { phases } = await shop.start();
  const phaseId = phases[0]?.id ?? '';
  const { sql } = server.database;
  const looking = { sql, store: openPostgresEventStore(sql) };
  const codes = async () => (await readDays(sql, phaseId)).map(({ verdict }) => verdict.code);
  await markRecounted(sql, [phaseId]);
  await keepResults(looking).afterCount();
  expect(await codes()).toEqual(['NO_DATA']);
  await shop.exposeAll(['ana']);
  await shop.track(['ana']);
  await shop.count();
  await keepResults(looking).afterCount();
  expect(await codes()).toEqual(['TOO_EARLY']);
  const [today] = await readDays(sql, phaseId);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS });
  await shop.exposeAll(['bea']);
  await shop.count();
  await keepResults(looking).afterCount();
  const [yesterday, ...later] = await readDays(sql, phaseId);
  vi.useRealTimers();
  expect(yesterday).toEqual(today);
  expect(later).toHaveLength(1);
});

it('RES-35: very busy users are left out of all values when the plan says so, and their share is shown', async () => {
  await shop.start({ excludeBots: true });
  await shop.exposeAll(['ana', 'crawler']);
  await shop.track(['ana']);
  const at = new Date().toISOString();
  for (const upTo of [EVENTS_A_CALL, 1]) {
    const events = Array.from({ length: upTo }, (_, place) => ({
      type: 'track',
      id: `${upTo} ${place}`,
      key: 'purchase',
      uid: 'crawler',
      at,
    }));
    expect((await shop.send(events)).body).toMatchObject({ accepted: upTo });
  }
  await shop.count();
  const { metrics, health } = await shop.results();
  const values = metrics[0]?.values ?? [];
  expect(values.reduce((sum, { users }) => sum + users, 0)).toBe(1);
  expect(values.reduce((sum, { positive }) => sum + positive, 0)).toBe(1);
  expect(healthOf(health, 'BOTS')).toMatchObject({
    level: 'GREEN',
    params: { share: 0.5, isLeftOut: true },
  });
});

it('RES-25: an exposure that finds no room is dropped at once, counted, and shown with the results', async () => {
  const { phases } = await shop.start();
  const { sql } = server.database;
  const dropped: string[] = [];
  const ingest = openEventIngest({
    sql,
    store: openPostgresEventStore(sql),
    log: createLog('silent'),
    onStored() {},
    onDropped: (environmentId) => dropped.push(environmentId),
  });
  const exposure = { phaseId: phases[0]?.id ?? '', ruleId: '', valueIndex: 0 };
  const { environmentId } = shop;
  const lane = { companyId: '', environmentId, isClient: false };
  const record = (uid: string) =>
    ingest.record({
      environmentId,
      lane,
      keyHash: '',
      toggle: '',
      segments: [],
      revision: 0,
      exposure,
      uid,
      at: new Date(),
      properties: {},
    });
  // A company gets three quarters of the room for 20,000.
  for (let user = 0; user < 15_000; user++) expect(record('ana')).toBe(true);
  expect(record('bea')).toBe(false);
  expect(dropped).toEqual([environmentId]);
  await ingest.flush();
  await ingest.close();
  const { health } = await shop.results();
  expect(healthOf(health, 'DROPPED')).toMatchObject({ level: 'AMBER', params: { count: 1 } });
});
