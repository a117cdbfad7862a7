import type { Results } from '@comporta/contract/analyses/results';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { createLog } from '../../../platform/base/log.ts';
import { phases } from '../../../tables/analyses.ts';
import {
  type ClickHouseServer,
  startClickHouse,
} from '../../../testing/clickhouse/clickhouse-server.ts';
import { type MeasuredShop, openMeasuredShop } from '../../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { claimForClickHouse } from '../../event-place-repository.ts';
import { type ClickHouse, openClickHouse } from '../clickhouse.ts';
import { countNoted } from '../count-noted.ts';
import { makeTables } from '../tables.ts';
import { noteEnvironments } from '../touched-environments-repository.ts';

const MINUTE_MS = 60_000;

let engine: ClickHouseServer;
let clickhouse: ClickHouse;
let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  engine = await startClickHouse();
  clickhouse = await openClickHouse(engine.url, createLog('silent'));
  await makeTables(clickhouse);
  // The service has no EVENTS_URL, so only the test counts.
  server = await startTestServer();
  await claimForClickHouse(server.database.sql);
  shop = await openMeasuredShop(server);
});
afterEach(() => vi.useRealTimers());
afterAll(async () => {
  await server.close();
  await clickhouse.close();
  await engine.close();
});

it('RES-123, SCL-44: figures whose count takes long are late after three such counts, and no earlier', async () => {
  const { id } = await shop.start();
  const { sql } = server.database;
  let answers = 0;
  const slow: ClickHouse = {
    ...clickhouse,
    read(query, parameters, extent) {
      answers += 1;
      vi.advanceTimersByTime(MINUTE_MS);
      return clickhouse.read(query, parameters, extent);
    },
  };
  const countWith = async (store: ClickHouse) => {
    const { environmentId } = shop;
    await noteEnvironments(sql, [{ environmentId, ofProperty: false, since: new Date() }]);
    expect(await countNoted({ sql, clickhouse: store, rawSince: new Date(0) })).toBe(true);
  };
  const freshnessAfter = async (ms: number) => {
    const countedAt = new Date(Date.now() - ms);
    await sql.update(phases).set({ countedAt }).where(eq(phases.analysisId, id));
    return freshnessOf(await shop.results());
  };

  vi.useFakeTimers({ toFake: ['performance'] });
  await countWith(slow);
  vi.useRealTimers();
  // The bots, the users, and the metric.
  expect(answers).toBeGreaterThanOrEqual(3);
  const threeMs = 3 * answers * MINUTE_MS;
  expect(await freshnessAfter(threeMs - MINUTE_MS)).toMatchObject({
    level: 'GREEN',
    params: { lateAfterSeconds: threeMs / 1_000 },
  });
  expect(await freshnessAfter(threeMs + MINUTE_MS)).toMatchObject({ level: 'AMBER' });

  await countWith(clickhouse);
  expect(freshnessOf(await shop.results())).toMatchObject({ level: 'GREEN' });
  expect(await freshnessAfter(6 * MINUTE_MS)).toMatchObject({
    level: 'AMBER',
    params: { lateAfterSeconds: 5 * 60 },
  });
});

function freshnessOf({ health }: Results) {
  return health.find(({ code }) => code === 'FRESHNESS');
}
