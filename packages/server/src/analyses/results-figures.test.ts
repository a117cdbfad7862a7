import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MeasuredShop, openMeasuredShop, sell, users } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOUR_MS = 60 * 60_000;

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

function csvOf(query = '', token = shop.admin.token) {
  const { application, environmentId, experiment } = shop;
  const at = `/api/apps/${application.id}/envs/${environmentId}/experiments/${experiment.id}`;
  return server.http.inject({
    url: `${at}/results.csv${query}`,
    headers: { authorization: `Bearer ${token}` },
  });
}

it('RES-81: results.csv has a row for each metric, value and day, and plain numbers', async () => {
  const { id, phases } = await shop.start();
  await sell(shop, users(400), { disabled: 7, enabled: 2 });
  const { days } = await shop.results();
  const [comparison] = days[0]?.metrics[0]?.comparisons ?? [];
  const response = await csvOf(`?analysis=${id}&phase=${phases[0]?.id}`);
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  const { difference, lift } = comparison ?? {};
  expect(difference?.high).toBeLessThan(0);
  const figures = [difference, lift].flatMap((one) => [one?.point, one?.low, one?.high]);
  expect(response.payload).toBe(
    [
      'day,metric,value,difference,difference_low,difference_high,lift,lift_low,lift_high',
      [days[0]?.day, 'purchase', 'enabled', ...figures].join(','),
      '',
    ].join('\r\n'),
  );
});

it('RES-81: results.csv is refused like the results: before a start, and to other companies', async () => {
  expect((await csvOf()).json()).toMatchObject({ error_code: 'NOT_FOUND' });
  await shop.start();
  const other = await openMeasuredShop(server);
  expect((await csvOf('', other.admin.token)).statusCode).toBe(404);
});

it('RES-52: a figure that earlier behaviour adjusts shows by how much, and the figure without adjustment', async () => {
  await shop.start({ goal: { metricId: shop.metricId, cuped: true } });
  const all = users(400);
  const before = new Date(Date.now() - 2 * HOUR_MS).toISOString();
  const faithful = all.filter((_, index) => index % 4 === 0);
  await shop.send(
    faithful.map((uid) => ({
      type: 'track',
      id: `before ${uid}`,
      key: 'purchase',
      uid,
      at: before,
    })),
  );
  await shop.exposeAll(all);
  const buyers: string[] = [];
  for (const [index, uid] of all.entries()) {
    const isMore = (await shop.givenTo(uid)) === 'enabled' && index % 4 === 1;
    if (index % 4 === 0 || isMore) buyers.push(uid);
  }
  const purchases = buyers.map((uid) => ({
    type: 'track',
    id: `after ${uid}`,
    key: 'purchase',
    uid,
    at: new Date().toISOString(),
  }));
  expect((await shop.send(purchases)).body).toMatchObject({ rejected: [] });
  await shop.count();
  const [comparison] = (await shop.results()).metrics[0]?.comparisons ?? [];
  const { lift, unadjusted } = comparison ?? {};
  expect(unadjusted?.varianceReduction).toBeGreaterThan(0.3);
  const [adjusted, without] = [lift, unadjusted?.lift].map((one) => ({
    point: one?.point ?? 0,
    width: (one?.high ?? 0) - (one?.low ?? 0),
  }));
  expect(without?.point).toBeGreaterThan(0);
  expect(adjusted?.width).toBeGreaterThan(0);
  // The limit is the same, and the variance is larger.
  expect(without?.width).toBeGreaterThan(adjusted?.width ?? 0);
});
