import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Results } from '@comporta/contract/analyses/results';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPostgresEventStore } from '../event-store/postgres/postgres-event-store.ts';
import { phases } from '../tables/analyses.ts';
import { exposures } from '../tables/events.ts';
import { createMetric } from '../testing/builders.ts';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  sell,
  users,
} from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { readAnalysesOfPhases } from './analysis-repository.ts';
import { keepResults } from './keep-results.ts';
import { readResults } from './results/read-results.ts';

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

const HOUR_MS = 60 * 60_000;
/** The window of the goal. */
const WINDOW_HOURS = 168;
const PLAN = { plannedUnits: 200 };

/** Does what the service does after each count, so many hours later. */
async function keepLater(hours: number): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * HOUR_MS });
  const { sql } = server.database;
  await keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
  vi.useRealTimers();
}

/** Exposes more users than planned; enough of both values buy. */
async function sellToMore(): Promise<void> {
  await sell(shop, users(260), { disabled: 4, enabled: 6 });
}

async function goalOf(): Promise<Results['metrics'][number] | undefined> {
  return (await shop.results()).metrics[0];
}

describe('an analysis that waits for its last window', () => {
  it('RES-12, RES-54: ends by itself with a final look at all its users, and names the user who asked and the reason', async () => {
    const { id } = await shop.start(PLAN);
    await sellToMore();
    const stop = { wait: true, reason: 'Enough.' };
    const { body: closing } = await shop.call<Analysis>('POST', `/analyses/${id}/stop`, stop);
    await keepLater(WINDOW_HOURS - 1);
    expect((await shop.call('GET', `/analyses/${id}`)).body).toMatchObject({ state: 'CLOSING' });
    expect(await goalOf()).not.toHaveProperty('finalLookAt');

    await keepLater(WINDOW_HOURS + 1);
    const { body } = await shop.call<Analysis>('GET', `/analyses/${id}`);
    const { verdict, metrics } = await shop.results();
    expect(body).toMatchObject({
      state: 'STOPPED',
      stopped: {
        at: closing.closesAt,
        because: 'USER',
        reason: 'Enough.',
        by: { name: 'Ana' },
        verdict,
      },
    });
    expect(metrics[0]).toHaveProperty('finalLookAt');
    const log = await server.call<{ items: { items: string[] }[] }>(
      'GET',
      `/api/audit-logs?entity=${id}`,
      { token: shop.admin.token },
    );
    expect(log.body.items[0]?.items).toContain('state: Closing → Stopped');
  });

  it('RES-12: ends although the results of another cannot be stored, and that one ends as soon as they can', async () => {
    const other = await openMeasuredShop(server);
    const waiting: { one: MeasuredShop; id: string; phaseId: string }[] = [];
    for (const one of [shop, other]) {
      const { id, phases } = await one.start();
      await one.call('POST', `/analyses/${id}/stop`, { wait: true });
      waiting.push({ one, id, phaseId: phases[0]?.id ?? '' });
    }
    const states = () =>
      Promise.all(
        waiting.map(async ({ one, id }) => {
          const { body } = await one.call<Analysis>('GET', `/analyses/${id}`);
          return body.state;
        }),
      );
    const { sql } = server.database;
    // The phase of the newest analysis, which is looked at first.
    const phaseId = waiting.at(-1)?.phaseId ?? '';
    await sql.execute(raw`delete from daily_results where phase_id = ${phaseId}`);
    await sql.execute(
      raw.raw(`alter table daily_results add constraint none check (phase_id <> '${phaseId}')`),
    );
    await expect(keepLater(WINDOW_HOURS + 1)).rejects.toThrow();
    vi.useRealTimers();
    expect(await states()).toEqual(['STOPPED', 'CLOSING']);
    await sql.execute(raw`alter table daily_results drop constraint none`);
    await keepLater(WINDOW_HOURS + 1);
    expect(await states()).toEqual(['STOPPED', 'STOPPED']);
  }, 20_000);

  it('RES-12: is stopped by a save that removes its rule, and counts no event from then on', async () => {
    const { id } = await shop.start();
    await shop.exposeAll(users(3));
    await shop.call('POST', `/analyses/${id}/stop`, { wait: true });
    await shop.saveRules([
      { ...EVEN_SPLIT, valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ]);
    await shop.track(users(3));
    await shop.count();
    const { body } = await shop.call<Analysis>('GET', `/analyses/${id}`);
    expect(body).toMatchObject({ state: 'STOPPED', stopped: { because: 'RULE_GONE' } });
    expect(Date.parse(body.stopped?.at ?? '')).toBeGreaterThanOrEqual(
      Date.parse(body.phases[0]?.endedAt ?? ''),
    );
    expect((await goalOf())?.values.map(({ positive }) => positive)).toEqual([0, 0]);
  });
});

describe('an analysis of three values', () => {
  const splitOf = (split: Readonly<Record<string, number>>) => [
    { ...EVEN_SPLIT, ...shop.experiment.rules[0], valueSpec: { type: 'SPLIT', split } },
  ];

  beforeEach(async () => {
    const path = `/api/apps/${shop.application.id}/toggles/${shop.toggleId}`;
    const { token } = shop.admin;
    const { body } = await server.call<Toggle>('GET', path, { token });
    const values = [...body.values, 'bold'];
    const saved = await server.call('PUT', path, {
      token,
      body: { ...body, values, valueType: 'STRING' },
    });
    expect(saved.status).toBe(200);
    await shop.saveRules(splitOf({ disabled: 34, enabled: 33, bold: 33 }));
  });

  it('RES-11: is stopped when its control gets no users any more: no other value takes its place', async () => {
    const { id, control } = await shop.start();
    expect(control).toBe('disabled');
    await shop.saveRules(splitOf({ disabled: 34, enabled: 66, bold: 0 }));
    expect((await shop.call<Analysis>('GET', `/analyses/${id}`)).body.state).toBe('RUNNING');
    await shop.saveRules(splitOf({ disabled: 0, enabled: 50, bold: 50 }));
    const { body } = await shop.call<Analysis>('GET', `/analyses/${id}`);
    expect(body).toMatchObject({ state: 'STOPPED', stopped: { because: 'RULE_GONE' } });
    const { values } = await shop.results();
    expect(values.find(({ isControl }) => isControl)?.value).toBe('disabled');
  });

  it('RES-12: that is closing, or is a draft, is not stopped by that', async () => {
    const { id } = await shop.plan();
    const stateAfter = async (split: Readonly<Record<string, number>>) => {
      await shop.saveRules(splitOf(split));
      return (await shop.call<Analysis>('GET', `/analyses/${id}`)).body.state;
    };
    expect(await stateAfter({ disabled: 0, enabled: 50, bold: 50 })).toBe('DRAFT');
    expect(await stateAfter({ disabled: 50, enabled: 25, bold: 25 })).toBe('DRAFT');
    await shop.call('POST', `/analyses/${id}/start`);
    await shop.call('POST', `/analyses/${id}/stop`, { wait: true, reason: '' });
    expect(await stateAfter({ disabled: 0, enabled: 50, bold: 50 })).toBe('CLOSING');
  });
});

describe('the final look', () => {
  it('RES-54: falls due by time alone, is made once, and stays whatever arrives later', async () => {
    await shop.start(PLAN);
    await sellToMore();
    await keepLater(1);
    expect(await goalOf()).not.toHaveProperty('finalLookAt');
    await keepLater(WINDOW_HOURS + 24);
    const look = await goalOf();
    expect(look).toMatchObject({ finalLookAt: expect.any(String) });
    await shop.track(users(260));
    await shop.count();
    await keepLater(WINDOW_HOURS + 48);
    const later = await goalOf();
    expect(later?.values).not.toEqual(look?.values);
    expect(later?.comparisons).toEqual(look?.comparisons);
    expect(later?.finalLookAt).toBe(look?.finalLookAt);
  });

  it('RES-105: is made at guardrails, too, once, when their own windows are over; not in a phase of 0.2.0', async () => {
    const errors = await createMetric(server, shop.application.id, 'errors', {
      better: 'DOWN',
      eventKey: 'error',
      windowHours: 24,
    });
    const { phases: started } = await shop.start({ ...PLAN, guardrails: [{ metricId: errors }] });
    await sellToMore();
    await shop.track(users(130), { key: 'error' });
    await shop.count();
    const guardrail = async () => (await shop.results()).metrics[1];
    const alphaOf = (found: Awaited<ReturnType<typeof guardrail>>) => found?.comparisons[0]?.alpha;
    expect(alphaOf(await guardrail())).toBeCloseTo(0.01, 12);
    await keepLater(48);
    const look = await guardrail();
    expect(look).toMatchObject({ role: 'GUARDRAIL', finalLookAt: expect.any(String) });
    expect(alphaOf(look)).toBeCloseTo(0.04, 12);
    expect(await goalOf()).not.toHaveProperty('finalLookAt');
    await shop.track(users(200), { key: 'error', value: 2 });
    await shop.count();
    await keepLater(72);
    const later = await guardrail();
    expect(later?.values).not.toEqual(look?.values);
    expect(later?.comparisons).toEqual(look?.comparisons);
    expect(later?.finalLookAt).toBe(look?.finalLookAt);

    const { sql } = server.database;
    const ofPhase = eq(phases.id, started[0]?.id ?? '');
    await sql.update(phases).set({ guardrailLooks: null }).where(ofPhase);
    await keepLater(96);
    const former = await guardrail();
    expect(former).not.toHaveProperty('finalLookAt');
    expect(alphaOf(former)).toBeCloseTo(0.05, 12);
  });

  it('RES-54: is not made for an analysis that was stopped before, however much time passes', async () => {
    const { id, phases } = await shop.start(PLAN);
    await sellToMore();
    await shop.call('POST', `/analyses/${id}/stop`, {});
    const { sql } = server.database;
    const looking = { sql, store: openPostgresEventStore(sql) };
    const analyses = await readAnalysesOfPhases(sql, [phases[0]?.id ?? '']);
    const before = await readResults(looking, analyses, {});
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * WINDOW_HOURS * HOUR_MS });
    const { metrics } = await readResults(looking, analyses, {});
    expect(before.metrics[0]).not.toHaveProperty('finalLookAt');
    expect(metrics).toEqual(before.metrics);
  });
});

describe('what an analysis measures', () => {
  const SPLIT_OF_USERS = {
    type: 'PROPERTY',
    propertyRule: { propertyId: 'uid', expression: 'CONTAINS', term: 'user' },
    valueSpec: EVEN_SPLIT.valueSpec,
  };
  const OTHERS = {
    type: 'ALL_USERS',
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
  };

  it.each([
    ['rule', 'RULE_GONE', () => shop.saveRules(shop.experiment.rules.slice(1))],
    ['experiment', 'EXPERIMENT_DELETED', () => shop.call('DELETE', '')],
    [
      'environment',
      'ENVIRONMENT_DELETED',
      () =>
        server.call('PUT', `/api/apps/${shop.application.id}`, {
          token: shop.admin.token,
          body: {
            name: `Shop ${shop.application.id}`,
            environments: [{ name: 'Another' }],
            removeEnvironments: [shop.environmentId],
          },
        }),
    ],
  ])(
    'RES-12: deleting its %s stops it with %s, and its results stay readable at the toggle',
    async (_what, because, remove) => {
      shop = await openMeasuredShop(server, [SPLIT_OF_USERS, OTHERS]);
      const { phases } = await shop.start({ ruleId: shop.experiment.rules[0]?.id ?? '' });
      for (const uid of users(3)) await shop.evaluate(uid);
      const ofPhase = eq(exposures.phaseId, phases[0]?.id ?? '');
      await expect.poll(() => server.database.sql.$count(exposures, ofPhase)).toBe(3);
      await shop.track(users(2));
      await shop.count();
      await remove();

      const toggle = `/api/apps/${shop.application.id}/toggles/${shop.toggleId}`;
      const { token } = shop.admin;
      const { body: list } = await server.call<Analysis[]>('GET', `${toggle}/analyses`, { token });
      expect(list).toMatchObject([
        { state: 'STOPPED', stopped: { because }, phases: [{ ended: 'STOP' }] },
      ]);
      const { status, body } = await server.call<Results>('GET', `${toggle}/results`, { token });
      expect(status).toBe(200);
      const [goal] = body.metrics;
      expect(goal?.values.reduce((sum, one) => sum + one.users, 0)).toBe(3);
      expect(goal?.values.reduce((sum, one) => sum + one.positive, 0)).toBe(2);
    },
  );
});
