import type { Health } from '@comporta/contract/analyses/health';
import type { Planning, Results } from '@comporta/contract/analyses/results';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { phases } from '../tables/analyses.ts';
import { createMetric } from '../testing/builders.ts';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  users,
} from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});
afterEach(() => {
  vi.useRealTimers();
});

function metricIn({ metrics }: Results, key: string) {
  return metrics.find((metric) => metric.key === key)?.values ?? [];
}

function positiveIn(results: Results, key: string): number {
  return metricIn(results, key).reduce((sum, { positive }) => sum + positive, 0);
}

function usersIn(results: Results, key: string): number {
  return metricIn(results, key).reduce((sum, value) => sum + value.users, 0);
}

async function healthOf(code: Health['code']): Promise<Health | undefined> {
  return (await shop.results()).health.find((one) => one.code === code);
}

describe('what is measured', () => {
  /** Eleven users with orders worth 1 to 11, and one event without a value. */
  async function orderBefore(): Promise<void> {
    const orders = Array.from({ length: 11 }, (_, index) => index + 1);
    for (const value of orders) await shop.track([`early-${value}`], { key: 'order', value });
    await shop.track(['early-11'], { key: 'order' });
  }

  it('RES-13, RES-18, RES-35: is copied at the start, when a percentile cap becomes a number; the share of users at the cap is shown', async () => {
    const { application, admin } = shop;
    const revenue = await createMetric(server, application.id, 'revenue', {
      kind: 'MEAN',
      eventKey: 'order',
      cap: { type: 'PERCENTILE', value: 100 },
    });
    await orderBefore();
    const { metrics } = await shop.start({ goal: { metricId: revenue } });
    expect(metrics).toMatchObject([{ key: 'revenue', capAt: 11, windowHours: 168 }]);
    const changed = await server.call('PUT', `/api/apps/${application.id}/metrics/${revenue}`, {
      token: admin.token,
      body: { key: 'income', name: 'Income', kind: 'COUNT', eventKey: 'order', windowHours: 1 },
    });
    expect(changed.status).toBe(200);

    await shop.exposeAll(users(4));
    await shop.track(users(2), { key: 'order', value: 100 });
    await shop.count();
    const results = await shop.results();
    expect(results.analysis.metrics).toEqual(metrics);
    const total = metricIn(results, 'revenue').reduce(
      (sum, value) => sum + value.users * (value.level ?? 0),
      0,
    );
    expect(total).toBeCloseTo(2 * 11);
    expect(await healthOf('CAPPED')).toMatchObject({
      level: 'AMBER',
      params: { metric: 'Purchase', cap: 11, share: 0.5 },
    });
  });

  it('RES-18, RES-74: an event without a value counts as 0 in a mean, and as 1 in a ratio', async () => {
    const { application } = shop;
    const mean = await createMetric(server, application.id, 'revenue', {
      kind: 'MEAN',
      eventKey: 'order',
    });
    const ratio = await createMetric(server, application.id, 'worth', {
      kind: 'RATIO',
      eventKey: 'order',
      denominatorKey: 'visit',
    });
    await orderBefore();
    await shop.track(users(2), { key: 'visit' });
    const { body } = await shop.call<Planning>('GET', '/planning');
    const levelOf = (id: string) => body.metrics.find(({ metricId }) => metricId === id)?.level;
    expect(levelOf(mean)).toBeCloseTo(66 / 13);
    expect(levelOf(ratio)).toBeCloseTo(67 / 2);
  });

  it('RES-116: the value per order of one event key equals an own computation, in the plan and in the results', async () => {
    const { application } = shop;
    const worth = await createMetric(server, application.id, 'worth', {
      kind: 'RATIO',
      eventKey: 'order',
      denominatorKey: 'order',
      denominatorOf: 'COUNT',
    });
    const all = users(400);
    await shop.start({ goal: { metricId: worth } });
    await shop.exposeAll(all);
    /** Orders of a user: some have none, some several, and one of them no value, which counts as 1 in a sum. */
    const ordersOf = (index: number): (number | undefined)[] =>
      Array.from({ length: index % 4 }, (_, no) => (no === 2 ? undefined : 10 + (index % 7) * no));
    const at = new Date().toISOString();
    const events = all.flatMap((uid, index) =>
      ordersOf(index).map((value, no) => {
        const event = { type: 'track', id: `${uid} ${no}`, key: 'order', uid, at };
        return value === undefined ? event : { ...event, value };
      }),
    );
    expect((await shop.send(events)).body).toMatchObject({ rejected: [] });
    await shop.count();

    const worthOf = (of: (value: string) => boolean, given: readonly string[]) => {
      const orders = all.flatMap((_, index) => (of(given[index] ?? '') ? ordersOf(index) : []));
      return orders.reduce<number>((sum, value) => sum + (value ?? 1), 0) / orders.length;
    };
    const given: string[] = [];
    for (const uid of all) given.push(await shop.givenTo(uid));
    for (const { value, level } of metricIn(await shop.results(), 'worth')) {
      expect(level, value).toBeCloseTo(
        worthOf((one) => one === value, given),
        10,
      );
    }
    const { body } = await shop.call<Planning>('GET', '/planning');
    const planned = body.metrics.find(({ metricId }) => metricId === worth)?.level;
    expect(planned).toBeCloseTo(
      worthOf(() => true, given),
      10,
    );
  });

  it('RES-116: a percentile cap of a ratio of numbers is one of numbers', async () => {
    const rate = await createMetric(server, shop.application.id, 'rate', {
      kind: 'RATIO',
      eventKey: 'order',
      numeratorOf: 'COUNT',
      denominatorKey: 'visit',
      cap: { type: 'PERCENTILE', value: 100 },
    });
    await orderBefore();
    const { metrics } = await shop.start({ goal: { metricId: rate } });
    expect(metrics).toMatchObject([{ numeratorOf: 'COUNT', denominatorOf: 'SUM', capAt: 2 }]);
  });

  it('RES-13, RES-30: guardrails count only events from servers, unless the plan says otherwise', async () => {
    const { application } = shop;
    const [errors, crashes] = [
      await createMetric(server, application.id, 'errors', { kind: 'COUNT', eventKey: 'error' }),
      await createMetric(server, application.id, 'crashes', { kind: 'COUNT', eventKey: 'error' }),
    ];
    await shop.start({
      guardrails: [{ metricId: errors }, { metricId: crashes, trusted: false }],
    });
    await shop.exposeAll(users(4));
    const at = new Date().toISOString();
    const events = users(3).map((uid) => ({ type: 'track', id: uid, key: 'error', uid, at }));
    await shop.send(events, {}, shop.clientKey);
    await shop.track(['user-3'], { key: 'error' });
    await shop.count();
    const results = await shop.results();
    expect(positiveIn(results, 'errors')).toBe(1);
    expect(positiveIn(results, 'crashes')).toBe(4);
  });
});

describe('when it counts', () => {
  it.each([
    ['a pause', () => shop.call('POST', '/pause')],
    [
      'another split',
      () =>
        shop.saveRules([
          {
            ...shop.experiment.rules[0],
            valueSpec: { ...EVEN_SPLIT.valueSpec, split: { disabled: 40, enabled: 60 } },
          },
        ]),
    ],
  ])(
    'RES-19: %s cuts the time windows: events from before it count, even if they are reported later',
    async (_what, end) => {
      const { phases: opened } = await shop.start();
      await shop.exposeAll(users(4));
      const inside = new Date().toISOString();
      await end();
      await shop.track(['user-0'], { at: inside });
      await shop.track(['user-1', 'user-2']);
      await shop.count();
      const results = await shop.results(`?phase=${opened[0]?.id}`);
      expect(usersIn(results, 'purchase')).toBe(4);
      expect(positiveIn(results, 'purchase')).toBe(1);
    },
  );

  it('RES-18: a retention counts users whose window is over, and their events in it', async () => {
    const metricId = await createMetric(server, shop.application.id, 'returns', {
      kind: 'RETENTION',
      eventKey: 'visit',
      fromHours: 24,
      windowHours: 48,
    });
    const now = Date.now();
    const ago = (hours: number) => new Date(now - hours * HOUR_MS);
    vi.useFakeTimers({ toFake: ['Date'], now: ago(120) });
    await shop.start({ goal: { metricId } });
    vi.useRealTimers();
    await shop.exposeAll(users(5), ago(110));
    await shop.exposeAll(['late-1', 'late-2'], ago(40));
    const visit = (uid: string, hours: number) =>
      shop.track([uid], { key: 'visit', at: ago(hours).toISOString() });
    await visit('user-0', 110 - 24);
    await visit('user-1', 110 - 47);
    await visit('user-2', 110 - 23);
    await visit('user-3', 110 - 48);
    await visit('late-1', 40 - 30);
    await shop.count();
    const results = await shop.results();
    expect(results.values.reduce((sum, value) => sum + value.users, 0)).toBe(7);
    expect(usersIn(results, 'returns')).toBe(5);
    expect(positiveIn(results, 'returns')).toBe(2);
  });

  it('RES-80: figures that are more than five minutes old are late', async () => {
    const { id } = await shop.start();
    await shop.count();
    // Polled, because the service also counts meanwhile.
    const levelAfter = async (ms: number) => {
      const countedAt = new Date(Date.now() - ms);
      await server.database.sql.update(phases).set({ countedAt }).where(eq(phases.analysisId, id));
      return (await healthOf('FRESHNESS'))?.level;
    };
    await expect.poll(() => levelAfter(6 * MINUTE_MS)).toBe('AMBER');
    await expect.poll(() => levelAfter(4 * MINUTE_MS)).toBe('GREEN');
  });
});
