import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { Health } from '@comporta/contract/analyses/health';
import type { Planning, Results } from '@comporta/contract/analyses/results';
import type { RefusedEvents } from '@comporta/contract/metrics/event-key-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { phases } from '../tables/analyses.ts';
import { createMetric } from '../testing/builders.ts';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  sell,
  users,
} from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { isLate } from './results/late.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

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

async function checks<Code extends Health['code']>(
  code: Code,
): Promise<Extract<Health, { code: Code }>[]> {
  const { health } = await shop.results();
  return health.filter((one): one is Extract<Health, { code: Code }> => one.code === code);
}

/** The counters are written once per second. */
const soon = (what: () => Promise<void>) => vi.waitFor(what, 30_000);

function eventsOf(uids: readonly string[], key: string): object[] {
  const at = new Date().toISOString();
  return uids.map((uid) => ({ type: 'track', id: `${uid} ${key}`, key, uid, at }));
}

async function exposuresOf(uids: readonly string[]): Promise<object[]> {
  const at = new Date().toISOString();
  const toggle = shop.experiment.toggleName;
  const made = uids.map(async (uid) => {
    return { type: 'exposure', toggle, uid, at, value: await shop.givenTo(uid) };
  });
  return Promise.all(made);
}

describe('events that do not fit', () => {
  const strangers = (count: number) => users(count).map((uid) => `anonymous-${uid}`);

  it('RES-109, RSL-02: purchases under other user ids are named as soon as a hundred came', async () => {
    await shop.start();
    await shop.exposeAll(users(120));
    await shop.track(strangers(120));
    await shop.count();
    await soon(async () => {
      const { verdict } = await shop.results();
      expect(verdict).toEqual({ code: 'NO_DATA', params: { reason: 'UNITS_DO_NOT_MATCH' } });
    });
    expect(await checks('UNITS')).toEqual([
      { code: 'UNITS', level: 'AMBER', params: { users: 120, matching: 0 } },
    ]);
  });

  it('RES-109: a few of them are named an hour after the first exposure, and not before', async () => {
    const { phases: opened } = await shop.start();
    await shop.exposeAll(users(100));
    await shop.track(strangers(3));
    await shop.count();
    await soon(async () => {
      const { body } = await shop.call<object>('GET', '/diagnostics');
      expect(body).toMatchObject({ diagnosis: { reason: 'UNITS_DO_NOT_MATCH' } });
    });
    expect((await shop.results()).verdict.code).toBe('TOO_EARLY');
    await server.database.sql.execute(raw`
      update exposures set first_at = first_at - interval '61 minutes'
      where phase_id = ${opened[0]?.id} and unit in (
        select unit from exposures where phase_id = ${opened[0]?.id} limit 1)`);
    expect((await shop.results()).verdict).toMatchObject({
      code: 'NO_DATA',
      params: { reason: 'UNITS_DO_NOT_MATCH' },
    });
  });

  it('RES-109: one event of an exposed user is enough to count on', async () => {
    await shop.start();
    await shop.exposeAll(users(120));
    await shop.track([...strangers(120), 'user-1']);
    await shop.count();
    await soon(async () =>
      expect(await checks('UNITS')).toMatchObject([
        { level: 'GREEN', params: { users: 121, matching: 1 } },
      ]),
    );
    expect((await shop.results()).verdict.code).toBe('TOO_EARLY');
  });

  it('RES-109: events before the window of a retention begins are no mistake', async () => {
    const metricId = await createMetric(server, shop.application.id, 'returns', {
      kind: 'RETENTION',
      eventKey: 'visit',
      fromHours: 24,
      windowHours: 48,
    });
    await shop.start({ goal: { metricId } });
    await shop.exposeAll(users(120));
    await shop.track(users(120), { key: 'visit' });
    await shop.count();
    await soon(async () => expect((await checks('UNITS'))[0]?.params.matching).toBe(120));
    const { body } = await shop.call<object>('GET', '/diagnostics');
    expect(JSON.stringify(body)).not.toContain('EVENTS_BEFORE_EXPOSURE');
  });

  it('RES-109: users who are enough, with too few purchases: the missing ones are purchases', async () => {
    await shop.start();
    await shop.exposeAll(users(240));
    await shop.track(users(8));
    await shop.count();
    const { body } = await shop.call<{ diagnosis: object }>('GET', '/diagnostics');
    expect(body.diagnosis).toMatchObject({ reason: 'TOO_FEW', needed: 25 });
  });
});

describe('what comes from pages', () => {
  it('RES-110, RSL-05: events of pages that a guardrail does not count are named with their number', async () => {
    const errors = await createMetric(server, shop.application.id, 'errors', {
      kind: 'COUNT',
      eventKey: 'error',
    });
    await shop.start({ guardrails: [{ metricId: errors }] });
    expect(await checks('PAGE_EVENTS')).toMatchObject([{ level: 'GREEN', params: { count: 0 } }]);
    await shop.exposeAll(users(4));
    await shop.send(eventsOf(users(3), 'error'), {}, shop.clientKey);
    await shop.send(eventsOf(users(2), 'purchase'), {}, shop.clientKey);
    await soon(async () =>
      expect(await checks('PAGE_EVENTS')).toEqual([
        { code: 'PAGE_EVENTS', level: 'AMBER', params: { count: 3, metric: 'errors' } },
      ]),
    );
  });

  it('RES-110: planning tells whether the events of a metric came only from pages', async () => {
    const errors = await createMetric(server, shop.application.id, 'errors', {
      kind: 'COUNT',
      eventKey: 'error',
    });
    const onlyPages = async () => {
      const { body } = await shop.call<Planning>('GET', '/planning');
      return body.metrics.find(({ metricId }) => metricId === errors)?.onlyPages;
    };
    expect(await onlyPages()).toBe(false);
    await shop.send(eventsOf(users(3), 'error'), {}, shop.clientKey);
    expect(await onlyPages()).toBe(true);
    await shop.send(eventsOf(['user-9'], 'error'));
    expect(await onlyPages()).toBe(false);
  });

  it('RES-110: an experiment whose events come only from pages reaches a verdict with its guardrails', async () => {
    const create = (key: string) =>
      createMetric(server, shop.application.id, key, {
        kind: 'CONVERSION',
        eventKey: key,
        better: key === 'error' ? 'DOWN' : 'UP',
        margin: 1,
      });
    const [goal, error] = [await create('order'), await create('error')];
    const { id } = await shop.start({
      goal: { metricId: goal, trusted: false },
      guardrails: [{ metricId: error, trusted: false }],
    });
    const all = users(1_000);
    for (let first = 0; first < all.length; first += 500) {
      const some = all.slice(first, first + 500);
      expect(await shop.send(await exposuresOf(some), {}, shop.clientKey)).toMatchObject({
        body: { accepted: some.length },
      });
    }
    const buyers: string[] = [];
    for (const [index, uid] of all.entries()) {
      if (index % 10 < ((await shop.givenTo(uid)) === 'enabled' ? 6 : 2)) buyers.push(uid);
    }
    await shop.send(eventsOf(buyers, 'order'), {}, shop.clientKey);
    await shop.send(
      eventsOf(
        all.filter((_, index) => index % 3 === 0),
        'error',
      ),
      {},
      shop.clientKey,
    );
    await shop.count();
    await server.database.sql
      .update(phases)
      .set({ startedAt: new Date(Date.now() - 8 * DAY_MS) })
      .where(eq(phases.analysisId, id));
    const results = await shop.results();
    expect(results.verdict.code).toMatch(/^WINNER(_NOT_HARMED)?$/);
    expect(results.metrics[1]?.comparisons[0]?.guardrail).toMatch(/^(SAFE|OPEN)$/);
    expect(await checks('PAGE_EVENTS')).toMatchObject([{ level: 'GREEN' }]);
    await soon(async () =>
      expect(await checks('PAGE_EXPOSURES')).toMatchObject([
        { level: 'GREEN', params: { count: 1_000, share: 1 } },
      ]),
    );
  });

  it('RES-111, RSL-13: a plan can refuse exposures of pages; whoever has the client key spoils no split', async () => {
    await shop.start({ trustedExposures: true });
    const one = await exposuresOf(['user-1', 'user-2']);
    const { body } = await shop.send(one, {}, shop.clientKey);
    expect(body.rejected).toEqual([
      { index: 0, code: 'NOT_TRUSTED' },
      { index: 1, code: 'NOT_TRUSTED' },
    ]);
    expect((await shop.send(one)).body).toMatchObject({ accepted: 2, rejected: [] });
    await soon(async () =>
      expect(await checks('REJECTED')).toMatchObject([
        { level: 'AMBER', params: { count: 2, code: 'NOT_TRUSTED' } },
      ]),
    );
  });

  it('RES-111: the key that asked decides, also where the service itself records the exposure', async () => {
    const { phases: opened } = await shop.start({ trustedExposures: true });
    const ask = (token: string, targetingKey: string) =>
      server.call('POST', `/ofrep/v1/evaluate/flags/${shop.experiment.toggleName}`, {
        token,
        body: { context: { targetingKey } },
      });
    await ask(shop.clientKey, 'page');
    await ask(shop.environmentKey, 'server');
    await soon(async () => {
      const [rejected] = await checks('REJECTED');
      expect(rejected?.params).toEqual({ count: 1, code: 'NOT_TRUSTED' });
      const { rows } = await server.database.sql.execute(
        raw`select 1 from exposures where phase_id = ${opened[0]?.id}`,
      );
      expect(rows).toHaveLength(1);
    });
  });

  it('RES-111: who does not send the option keeps it, as the pages of the release before', async () => {
    const plan = await shop.plan({ trustedExposures: true });
    expect(plan.trustedExposures).toBe(true);
    const { body } = await shop.call<Analysis>('PUT', `/analyses/${plan.id}`, {
      ruleId: plan.ruleId,
      goal: plan.goal,
      hypothesis: 'More pay.',
    });
    expect(body).toMatchObject({ hypothesis: 'More pay.', trustedExposures: true });
    expect((await shop.call('POST', `/analyses/${plan.id}/start`)).status).toBe(200);
    const frozen = await shop.call<object>('PUT', `/analyses/${plan.id}`, {
      ruleId: plan.ruleId,
      goal: plan.goal,
      trustedExposures: false,
    });
    expect(frozen).toMatchObject({ status: 409, body: { error_code: 'PLAN_FROZEN' } });
  });
});

describe('the health of one phase', () => {
  it('RES-112, RSL-08: does not show what another experiment of the environment did wrong', async () => {
    await shop.start();
    const { admin, application, environmentId } = shop;
    const base = `/api/apps/${application.id}/envs/${environmentId}/experiments`;
    const { token } = admin;
    const { body: toggle } = await server.call<{ id: string }>(
      'POST',
      `/api/apps/${application.id}/toggles`,
      { token, body: { name: 'other', values: ['enabled', 'disabled'], defaultValue: 'disabled' } },
    );
    const { body: other } = await server.call<{ id: string; rules: { id: string }[] }>(
      'POST',
      base,
      { token, body: { toggleId: toggle.id, rules: [EVEN_SPLIT] } },
    );
    const { body: analysis } = await server.call<{ id: string }>(
      'POST',
      `${base}/${other.id}/analyses`,
      { token, body: { ruleId: other.rules[0]?.id, goal: { metricId: shop.metricId } } },
    );
    await server.call('POST', `${base}/${other.id}/analyses/${analysis.id}/start`, { token });
    // Until the node knows the phase.
    await soon(async () => {
      const answer = await server.call('POST', '/ofrep/v1/evaluate/flags/other', {
        token: shop.environmentKey,
        body: { context: { targetingKey: 'user-1' } },
      });
      expect(answer.body).toMatchObject({ metadata: { phaseId: expect.any(String) } });
    });
    const at = new Date(Date.now() - 8 * DAY_MS).toISOString();
    const late = users(6).map((uid) => ({
      type: 'exposure',
      toggle: 'other',
      value: 'x',
      uid,
      at,
    }));
    expect((await shop.send(late)).body.rejected).toHaveLength(6);
    const sentAt = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    await shop.send(eventsOf(['user-1'], 'signup'), { sentAt });
    const rejected = async (path: string) => {
      const { body } = await server.call<Results>('GET', `${path}/results`, { token });
      return body.health.find(({ code }) => code === 'REJECTED');
    };
    await soon(async () =>
      expect(await rejected(`${base}/${other.id}`)).toMatchObject({
        level: 'AMBER',
        params: { count: 6, code: 'TOO_OLD' },
      }),
    );
    const { health } = await shop.results();
    expect(health.filter(({ level }) => level !== 'GREEN')).toEqual([]);

    const refused = await server.call<RefusedEvents[]>(
      'GET',
      `/api/apps/${application.id}/refused-events`,
      { token },
    );
    expect(refused.body).toEqual([
      { envId: environmentId, environmentName: 'Production', code: 'TOO_OLD', count: 6 },
    ]);
    const neighbour = await openMeasuredShop(server);
    const theirs = await server.call<RefusedEvents[]>(
      'GET',
      `/api/apps/${neighbour.application.id}/refused-events`,
      { token: neighbour.admin.token },
    );
    expect(theirs.body).toEqual([]);
  });

  it('RES-112: counts clocks that are off among its own metrics', async () => {
    await shop.start();
    await shop.exposeAll(['user-1']);
    const sentAt = new Date(Date.now() - 2 * HOUR_MS).toISOString();
    await shop.send(eventsOf(['user-1'], 'purchase'), { sentAt });
    await soon(async () =>
      expect(await checks('CLOCK_SKEW')).toMatchObject([{ level: 'AMBER', params: { count: 1 } }]),
    );
  });
});

describe('which units count', () => {
  it('RES-114, RSL-15: bots that the plan leaves out are left out of users, split and table alike', async () => {
    const { phases: opened } = await shop.start({ excludeBots: true });
    await sell(shop, users(260), { disabled: 3, enabled: 3 });
    await server.database.sql.execute(raw`
      update exposures set bot = true where phase_id = ${opened[0]?.id} and unit in (
        select unit from exposures where phase_id = ${opened[0]?.id} order by unit limit 20)`);
    await shop.track(['user-0'], { key: 'again' });
    await server.database.sql.execute(raw`
      insert into touched_units (environment_id, unit)
      select ${shop.environmentId}::uuid, unit from exposures where phase_id = ${opened[0]?.id}`);
    await shop.count();
    const { values, metrics, exposures, health } = await shop.results();
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    expect(sum(values.map((one) => one.users))).toBe(240);
    expect(metrics[0]?.values.map((one) => one.users)).toEqual(values.map((one) => one.users));
    expect(sum(exposures.flatMap((day) => day.users))).toBe(240);
    const bots = health.find(({ code }) => code === 'BOTS');
    expect(bots).toMatchObject({ level: 'GREEN', params: { count: 20, isLeftOut: true } });
  });
});

describe('how long it takes', () => {
  it('RES-115, RSL-15: is told after a day of traffic, and not before', async () => {
    const { id } = await shop.start();
    await sell(shop, users(400), { disabled: 3, enabled: 3 });
    const first = await shop.results();
    expect(first.verdict.code).toBe('RUNNING');
    expect(first.verdict.params).not.toHaveProperty('days');
    expect(first.progress).toMatchObject({ needsFirstDay: true });
    expect(first.progress).not.toHaveProperty('days');

    const { sql } = server.database;
    await sql.execute(raw`update cohort_units set cohort_day = cohort_day - 2`);
    await sql.execute(raw`update cohort_moments set cohort_day = cohort_day - 2`);
    await sql
      .update(phases)
      .set({ startedAt: new Date(Date.now() - 2 * DAY_MS) })
      .where(eq(phases.analysisId, id));
    const later = await shop.results();
    expect(later.progress).not.toHaveProperty('needsFirstDay');
    expect(later.progress.days).toBeGreaterThan(0);
  });

  it('RES-113, RSL-07: a stopped analysis promises no more days', async () => {
    const { id } = await shop.start();
    const at = new Date(Date.now() - 2 * DAY_MS);
    await server.database.sql
      .update(phases)
      .set({ startedAt: new Date(at.getTime() - HOUR_MS) })
      .where(eq(phases.analysisId, id));
    await shop.exposeAll(users(400), at);
    await shop.track(users(400).filter((_, index) => index % 3 === 0));
    await shop.count();
    expect((await shop.results()).progress.days).toBeGreaterThan(0);
    await shop.call('POST', `/analyses/${id}/stop`, { wait: false, reason: 'Enough.' });
    const { progress, verdict, analysis } = await shop.results();
    expect(progress).not.toHaveProperty('days');
    expect(verdict.params).not.toHaveProperty('days');
    expect(analysis.stopped).toMatchObject({ because: 'USER', reason: 'Enough.' });
  });
});

describe('late', () => {
  const now = new Date('2026-03-02T10:00:00Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS);
  const lateIn = (minutes: number, more: object = {}) =>
    isLate(
      { state: 'RUNNING' },
      {
        countedAt: minutesAgo(minutes),
        byPropertyId: null,
        countSeconds: null,
        endedAt: null,
        ...more,
      },
      now,
    );

  it('RES-123: is a count that is older than five minutes, ten where the split is by a property, or three runs of the store', () => {
    expect([lateIn(5), lateIn(5.1)]).toEqual([false, true]);
    const byPropertyId = '01977c3e-6f1a-7c2b-9d54-3b8f0a6e2d11';
    expect([lateIn(10, { byPropertyId }), lateIn(10.1, { byPropertyId })]).toEqual([false, true]);
    const countSeconds = 4 * 60;
    expect([lateIn(12, { countSeconds }), lateIn(12.1, { countSeconds })]).toEqual([false, true]);
    expect([lateIn(5, { countSeconds: 60 }), lateIn(5.1, { countSeconds: 60 })]).toEqual([
      false,
      true,
    ]);
  });

  it('RES-123: is nothing that is not counted any more, or was never counted', () => {
    expect(lateIn(60, { countedAt: null })).toBe(false);
    expect(lateIn(60 * 24 * 9, { endedAt: minutesAgo(60 * 24 * 9) })).toBe(false);
    const phase = {
      countedAt: minutesAgo(60),
      byPropertyId: null,
      countSeconds: null,
      endedAt: null,
    };
    expect(isLate({ state: 'STOPPED' }, phase, now)).toBe(false);
  });
});

describe('POST /api/events', () => {
  it.each(['GET', 'PUT', 'PATCH', 'DELETE'] as const)(
    'RES-121, RSL-14: %s is answered 405, with the method that it takes',
    async (method) => {
      const answer = await server.http.inject({ method, url: '/api/events' });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      expect(answer.json()).toMatchObject({ error_code: 'METHOD_NOT_ALLOWED' });
    },
  );
});
