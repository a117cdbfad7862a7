import type { Analysis } from '@comporta/contract/analyses/analysis';
import type { ListedMetric } from '@comporta/contract/metrics/metric-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { rollUp } from '../event-store/postgres/roll-up.ts';
import { environments } from '../tables/applications.ts';
import { exposures, unitValues } from '../tables/events.ts';
import { dumpOf } from '../testing/dump-of.ts';
import {
  EVEN_SPLIT,
  type MeasuredShop,
  openMeasuredShop,
  sell,
  users,
} from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

async function revision(): Promise<number | undefined> {
  const [row] = await server.database.sql
    .select({ revision: environments.revision })
    .from(environments)
    .where(eq(environments.id, shop.environmentId));
  return row?.revision;
}

describe('from an evaluation to a verdict', () => {
  it('RES-25: evaluating one toggle over OFREP exposes its user, once', async () => {
    const { phases } = await shop.start();
    await shop.evaluate('ana');
    await shop.evaluate('ana');
    await shop.evaluate(undefined);
    await vi.waitFor(async () => {
      const ofPhase = eq(exposures.phaseId, phases[0]?.id ?? '');
      expect(await server.database.sql.$count(exposures, ofPhase)).toBe(1);
    }, 30_000);
  });

  it('RES-25, T13: the answer for one toggle names rule and phase', async () => {
    const { phases, ruleId } = await shop.start();
    expect(await shop.evaluate('ana')).toMatchObject({
      reason: 'SPLIT',
      metadata: { ruleId, phaseId: phases[0]?.id },
    });
  });

  it('RES-59: events lead to a verdict: a value that sells more wins, with the size of the difference', async () => {
    await shop.start();
    const buyers = await sell(shop, users(800), { disabled: 1, enabled: 5 });
    const { verdict, values, metrics, exposures: days } = await shop.results();
    expect(verdict).toMatchObject({
      code: 'WINNER_SIGNAL',
      params: { value: 'enabled', metric: 'purchase', scale: 'LIFT' },
    });
    expect(values.map(({ value, isControl }) => [value, isControl])).toEqual([
      ['disabled', true],
      ['enabled', false],
    ]);
    expect(values.reduce((sum, one) => sum + one.users, 0)).toBe(800);
    const [goal] = metrics;
    expect(goal?.values.map(({ positive }) => positive).reduce((a, b) => a + b)).toBe(
      buyers.length,
    );
    expect(goal?.comparisons[0]?.lift?.low).toBeGreaterThan(0);
    expect(days).toHaveLength(1);
  });

  it('RES-58: too few users are counted, and no difference is shown', async () => {
    await shop.start();
    await shop.exposeAll(users(40));
    await shop.track(users(10));
    await shop.count();
    const { verdict, metrics } = await shop.results();
    expect(verdict).toMatchObject({ code: 'TOO_EARLY', params: { reason: 'UNITS', needed: 100 } });
    expect(metrics[0]?.comparisons[0]).toMatchObject({ notComputable: 'GATE' });
    expect(metrics[0]?.comparisons[0]?.difference).toBeUndefined();
  });
});

describe('an analysis', () => {
  it('RES-11: takes the default of the toggle as its control, and a rule has at most one open analysis', async () => {
    const analysis = await shop.plan();
    expect(analysis).toMatchObject({
      state: 'DRAFT',
      control: 'disabled',
      alpha: 0.05,
      phases: [],
    });
    const again = { ruleId: analysis.ruleId, goal: { metricId: shop.metricId } };
    expect(await shop.call('POST', '/analyses', again)).toMatchObject({
      status: 409,
      body: { error_code: 'ANALYSIS_EXISTS' },
    });
    expect((await shop.call('GET', '/results')).status).toBe(404);
  });

  it('RES-12: goes from draft to running to stopped and raises the revision each time; saving a plan does not', async () => {
    const before = await revision();
    const { id } = await shop.plan({ hypothesis: 'Fewer fields sell more.' });
    expect(await revision()).toBe(before);
    const started = await shop.call<Analysis>('POST', `/analyses/${id}/start`);
    expect(started.body).toMatchObject({
      state: 'RUNNING',
      startedAt: expect.any(String),
      metrics: [{ no: 1, role: 'GOAL', key: 'purchase', kind: 'CONVERSION' }],
      phases: [{ number: 1, reason: 'START' }],
    });
    const running = await revision();
    expect(running).toBeGreaterThan(before ?? 0);
    const stop = await shop.call<Analysis>('POST', `/analyses/${id}/stop`, { reason: 'Enough.' });
    expect(stop.body).toMatchObject({
      state: 'STOPPED',
      stopped: { because: 'USER', by: { name: 'Ana' }, reason: 'Enough.' },
      phases: [{ ended: 'STOP' }],
    });
    expect(await revision()).toBeGreaterThan(running ?? 0);
    expect(await shop.call('POST', `/analyses/${id}/stop`, {})).toMatchObject({
      status: 409,
      body: { error_code: 'WRONG_ANALYSIS_STATE', meta_data: { state: 'STOPPED' } },
    });
    expect((await shop.call('GET', '/results')).status).toBe(200);
  });

  it('RES-12: starts only while users get a value of the split', async () => {
    const { id } = await shop.plan();
    await shop.call('POST', '/pause');
    expect(await shop.call('POST', `/analyses/${id}/start`)).toMatchObject({
      status: 409,
      body: { error_code: 'EXPERIMENT_NOT_ACTIVE' },
    });
  });

  it('RES-12: waits for the last window on request, and takes no new users meanwhile', async () => {
    const { id } = await shop.start();
    await shop.exposeAll(users(3));
    const closing = await shop.call<Analysis>('POST', `/analyses/${id}/stop`, { wait: true });
    expect(closing.body).toMatchObject({ state: 'CLOSING', closesAt: expect.any(String) });
    const { reason } = (await shop.evaluate('late')) as unknown as { reason: string };
    expect(reason).toBe('SPLIT');
    await shop.track(users(1));
    await shop.count();
    const { metrics } = await shop.results();
    expect(metrics[0]?.values.map(({ positive }) => positive).sort()).toEqual([0, 1]);
    const stopped = await shop.call<Analysis>('POST', `/analyses/${id}/stop`, { wait: false });
    expect(stopped.body).toMatchObject({ state: 'STOPPED' });
  });

  it('RES-13: freezes the plan at its start, except hypothesis and secondary metrics', async () => {
    const { id, version, ...plan } = await shop.start();
    const path = `/analyses/${id}`;
    expect(await shop.call('PUT', path, { ...plan, mde: 0.2 })).toMatchObject({
      status: 409,
      body: { error_code: 'PLAN_FROZEN', meta_data: { at: ['mde'] } },
    });
    const metric = { key: 'visits', name: 'Visits', kind: 'COUNT', eventKey: 'visit' };
    const { body: added } = await server.call<{ id: string }>(
      'POST',
      `/api/apps/${shop.application.id}/metrics`,
      { token: shop.admin.token, body: metric },
    );
    const changed = { ...plan, hypothesis: 'More.', secondary: [{ metricId: added.id }] };
    const saved = await shop.call<Analysis>('PUT', path, changed);
    expect(saved.body).toMatchObject({
      hypothesis: 'More.',
      version: version + 1,
      metrics: [
        { no: 1 },
        { no: 2, role: 'SECONDARY', key: 'visits', addedAt: expect.any(String) },
      ],
    });
    const inUse = `/api/apps/${shop.application.id}/metrics/${added.id}`;
    expect(await server.call('DELETE', inUse, { token: shop.admin.token })).toMatchObject({
      status: 409,
      body: { error_code: 'METRIC_IN_USE' },
    });
  });

  it('RES-75: the list of metrics names the analyses that use each, until they are stopped', async () => {
    const { id } = await shop.start();
    const listed = async () => {
      const path = `/api/apps/${shop.application.id}/metrics`;
      const { body } = await server.call<ListedMetric[]>('GET', path, { token: shop.admin.token });
      return body.map(({ id: metricId, usedBy }) => ({ metricId, usedBy }));
    };
    const { metricId, environmentId: envId, experiment } = shop;
    const use = { analysisId: id, experimentId: experiment.id, envId };
    expect(await listed()).toMatchObject([
      { metricId, usedBy: [{ ...use, toggleName: experiment.toggleName }] },
    ]);
    await shop.call('POST', `/analyses/${id}/stop`, { wait: false });
    expect(await listed()).toEqual([{ metricId, usedBy: [] }]);
  });

  it('RES-12: is stopped by a save that leaves nothing to measure, and stays readable', async () => {
    const { id } = await shop.start();
    await shop.exposeAll(users(3));
    await shop.saveRules([
      { ...EVEN_SPLIT, valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ]);
    const stopped = await shop.call<Analysis>('GET', `/analyses/${id}`);
    expect(stopped.body).toMatchObject({ state: 'STOPPED', stopped: { because: 'RULE_GONE' } });
    await shop.call('DELETE', '');
    const toggle = `/api/apps/${shop.application.id}/toggles/${shop.toggleId}`;
    const { status } = await server.call('GET', `${toggle}/results`, { token: shop.admin.token });
    expect(status).toBe(200);
    const log = await server.call<{ items: { headline: string; items: string[] }[] }>(
      'GET',
      `/api/audit-logs?entity=${id}`,
      { token: shop.admin.token },
    );
    expect(log.body.items[0]?.items).toEqual(expect.arrayContaining(['state: Running → Stopped']));
  });
});

describe('a value for everyone', () => {
  it('RES-73: needs a reason without a winner, makes the rule exact and stops the analysis; undoing it goes on measuring', async () => {
    const { id } = await shop.start();
    const path = `/analyses/${id}/ship`;
    const refused = await shop.call('POST', path, { value: 'enabled' });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'EMPTY_REASON' } });
    const unknown = await shop.call('POST', path, { value: 'blue', reason: 'Nice.' });
    expect(unknown).toMatchObject({ status: 400, body: { error_code: 'UNKNOWN_VALUE' } });
    const before = await revision();
    const shipped = await shop.call<Analysis>('POST', path, { value: 'enabled', reason: 'Nice.' });
    expect(shipped.body).toMatchObject({
      state: 'STOPPED',
      stopped: {
        because: 'SHIPPED',
        value: 'enabled',
        reason: 'Nice.',
        by: { name: 'Ana' },
        verdict: { code: 'NO_DATA' },
      },
    });
    expect(await revision()).toBeGreaterThan(before ?? 0);
    expect(await shop.evaluate('ana')).toMatchObject({ value: true, reason: 'STATIC' });
    await shop.saveRules(shop.experiment.rules, { newPhase: true });
    const { body } = await shop.call<Analysis>('GET', `/analyses/${id}`);
    expect(body).toMatchObject({
      state: 'RUNNING',
      phases: [{}, { reason: 'REQUESTED', by: 'Ana' }],
    });
  });
});

describe('a user who is to be erased', () => {
  it('RES-34: is erased from events, exposures and figures; the audit log does not say who', async () => {
    await shop.start();
    await shop.exposeAll(users(5));
    await shop.track(users(2));
    await shop.count();
    const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
    const { token } = shop.admin;
    const erased = await server.call<{ count: number }>('POST', path, {
      token,
      body: { uid: 'user-1' },
    });
    expect(erased.body).toEqual({ count: 2, idLists: [] });
    const { values, metrics } = await shop.results();
    expect(values.reduce((sum, one) => sum + one.users, 0)).toBe(4);
    expect(metrics[0]?.values.reduce((sum, one) => sum + one.positive, 0)).toBe(1);
    const dump = await dumpOf(server.database.sql);
    expect(dump).not.toContain('user-1<');
    const log = await server.call<{ items: { headline: string; items: string[] }[] }>(
      'GET',
      `/api/audit-logs?entity=${shop.environmentId}`,
      { token },
    );
    expect(log.body.items[0]).toMatchObject({ items: ['a user (id not kept): Yes'] });
    const again = await server.call('POST', path, { token, body: { uid: 'user-1' } });
    expect(again.body).toEqual({ count: 0, idLists: [] });
  });

  it('RES-34: is also erased from what is being counted at that moment', async () => {
    const { phases } = await shop.start();
    const { sql } = server.database;
    const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
    const { token } = shop.admin;
    let erasing: Promise<unknown> = Promise.resolve();
    await sql.transaction(async (counting) => {
      await vi.waitFor(async () => {
        // From here on, this transaction is the node that counts.
        expect(await rollUp(counting, new Date(0))).toBeDefined();
      }, 30_000);
      await shop.exposeAll(['user-1']);
      await shop.track(['user-1']);
      await rollUp(counting, new Date(0));
      erasing = server.call('POST', path, { token, body: { uid: 'user-1' } });
      await vi.waitFor(async () => {
        const { rows } = await counting.execute(raw`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`);
        expect(rows).toHaveLength(1);
      }, 30_000);
    });
    expect(await erasing).toMatchObject({ status: 200, body: { count: 2 } });
    const ofPhase = eq(unitValues.phaseId, phases[0]?.id ?? '');
    expect(await sql.$count(unitValues, ofPhase)).toBe(0);
  });

  it('RES-34: is not erased while the audit log cannot record it', async () => {
    await shop.start();
    await shop.exposeAll(users(2));
    const { sql } = server.database;
    const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/units/erase`;
    const erase = () =>
      server.call<{ count: number }>('POST', path, {
        token: shop.admin.token,
        body: { uid: 'user-1' },
      });
    const full = raw`audit_entries_full`;
    await sql.execute(
      raw`alter table audit_entries add constraint ${full} check (false) not valid`,
    );
    expect((await erase()).status).toBe(500);
    await sql.execute(raw`alter table audit_entries drop constraint ${full}`);
    expect((await erase()).body).toEqual({ count: 1, idLists: [] });
  });
});

describe('what is known before the start', () => {
  it('RES-75: the event keys that were received, with their days and users', async () => {
    await shop.track(users(3), { key: 'signup' });
    await vi.waitFor(async () => {
      const { body } = await server.call<{ key: string; days: number[]; users: number }[]>(
        'GET',
        `/api/apps/${shop.application.id}/event-keys`,
        { token: shop.admin.token },
      );
      expect(body).toMatchObject([{ key: 'signup', users: 3, lastEventAt: expect.any(String) }]);
      expect(body[0]?.days).toEqual([...Array(13).fill(0), 3]);
    }, 30_000);
  });

  it('RES-74: the level of each metric in the last 14 days', async () => {
    await shop.track(users(10), { key: 'visit' });
    await shop.track(users(4));
    const { body } = await shop.call('GET', '/planning');
    expect(body).toMatchObject({
      usersPerDay: 10,
      metrics: [{ metricId: shop.metricId, users: 4, level: 0.4, cuped: true }],
    });
  });
});
