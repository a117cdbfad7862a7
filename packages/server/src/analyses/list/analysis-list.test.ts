import type { AnalysisSummary } from '@comporta/contract/analyses/analysis';
import type { AnalysisPage } from '@comporta/contract/analyses/analysis-list';
import type { Results } from '@comporta/contract/analyses/results';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPostgresEventStore } from '../../event-store/postgres/postgres-event-store.ts';
import { toggles } from '../../tables/toggles.ts';
import {
  createAnalysis,
  createApplication,
  createCompany,
  createToggle,
  createUser,
} from '../../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop, sell, users } from '../../testing/measured-shop.ts';
import { execute } from '../../testing/test-cluster.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { keepResults } from '../keep-results.ts';
import { listAnalysesIn } from './analysis-list-repository.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

async function list(query = '', page = 1): Promise<AnalysisPage> {
  const at = `/api/apps/${shop.application.id}/analyses?page=${page}${query}`;
  const { token } = shop.admin;
  const { status, body } = await server.call<AnalysisPage>('GET', at, { token });
  expect(status).toBe(200);
  return body;
}

/** Does what the service does after each count. */
async function keep(): Promise<void> {
  const { sql } = server.database;
  await keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
}

/** An analysis in a state, without events. */
async function add(
  state: string,
  { hypothesis = '', toggleId = shop.toggleId, at = '2026-01-01' } = {},
): Promise<string> {
  const of = { toggleId, experimentId: crypto.randomUUID(), ruleId: crypto.randomUUID() };
  const id = await createAnalysis(server, shop.application, { ...of, metricId: shop.metricId });
  const stopped = state === 'STOPPED' ? at : null;
  await server.database.sql.execute(raw`
    update analyses set state = ${state}, hypothesis = ${hypothesis}, started_at = ${at}::timestamptz,
      stopped_at = ${stopped}::timestamptz, stop_reason = ${stopped && 'USER'}
    where id = ${id}`);
  return id;
}

describe('RES-119: the list of analyses', () => {
  it('RSL-12: has what was learned and decided of a past one: verdict, lift of the goal, decision, note and who', async () => {
    const { id } = await shop.start({ hypothesis: 'Fewer fields sell more.' });
    await sell(shop, users(800), { disabled: 1, enabled: 5 });
    await keep();
    const shipped = { value: 'enabled', reason: 'It sells more.' };
    expect((await shop.call('POST', `/analyses/${id}/ship`, shipped)).status).toBe(200);
    const { items, totalItems, totalPages } = await list();
    expect([totalItems, totalPages]).toEqual([1, 1]);
    expect(items[0]).toMatchObject({
      id,
      envId: shop.environmentId,
      toggleName: shop.experiment.toggleName,
      hasExperiment: true,
      state: 'STOPPED',
      hypothesis: 'Fewer fields sell more.',
      startedAt: expect.any(String),
      stopped: {
        because: 'SHIPPED',
        value: 'enabled',
        reason: 'It sells more.',
        by: { name: 'Ana' },
      },
      verdict: { code: 'WINNER_SIGNAL', params: { value: 'enabled' } },
      goal: { key: 'purchase', better: 'UP', comparisons: [{ value: 'enabled' }] },
    });
    expect(items[0]?.goal?.comparisons[0]?.lift?.low).toBeGreaterThan(0);
  });

  it('RES-120 RSL-12: still shows what was learned once the toggle is deleted, under its last name', async () => {
    const { id } = await shop.start({ hypothesis: 'Fewer fields sell more.' });
    await sell(shop, users(400), { disabled: 2, enabled: 7 });
    await keep();
    const at = `/api/apps/${shop.application.id}`;
    const call = (method: string, path: string) =>
      server.call<Results>(method, at + path, { token: shop.admin.token });
    await shop.call('POST', `/analyses/${id}/stop`, { reason: 'Enough.' });
    const { body: before } = await call('GET', `/analyses/${id}/results`);
    expect((await shop.call('DELETE', '')).status).toBe(204);
    expect((await call('DELETE', `/toggles/${shop.toggleId}`)).status).toBe(204);
    const { toggleName } = shop.experiment;
    expect((await list(`&q=${toggleName}`)).items).toMatchObject([
      { id, toggleName, hasExperiment: false, hypothesis: 'Fewer fields sell more.' },
    ]);
    const one = await call('GET', `/analyses/${id}`);
    expect(one).toMatchObject({ status: 200, body: { id, toggleName, state: 'STOPPED' } });
    const { status, body } = await call('GET', `/analyses/${id}/results`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ analysis: { toggleName }, metrics: before.metrics });
  });

  it('running ones come first, then what closes, plans and past ones, the newest first; pages have all of them once', async () => {
    const ids = [
      await add('RUNNING'),
      await add('CLOSING'),
      await add('DRAFT', { at: '2026-03-01' }),
      await add('STOPPED', { at: '2026-02-02' }),
      await add('STOPPED', { at: '2026-02-01' }),
    ];
    const pages = [await list('&size=2', 1), await list('&size=2', 2), await list('&size=2', 3)];
    expect(pages.flatMap(({ items }) => items.map(({ id }) => id))).toEqual(ids);
    expect(pages[0]).toMatchObject({ totalItems: 5, totalPages: 3 });
    expect(pages[0]?.items[0]?.goal).toMatchObject({ key: 'purchase', comparisons: [] });
    expect((await list('&size=2', 4)).items).toEqual([]);
  });

  it('is filtered by state, environment, owner and words, without regard to case and accents', async () => {
    const { sql } = server.database;
    const owner = await createUser(server, shop.admin.accountId);
    const owned = await createToggle(server, shop.application.id, { name: 'one-page' });
    await sql.update(toggles).set({ ownerId: owner.id }).where(eq(toggles.id, owned));
    const running = await add('RUNNING', { hypothesis: 'Promoção na página' });
    const past = await add('STOPPED', { toggleId: owned });
    const idsOf = async (query: string) => (await list(query)).items.map(({ id }) => id);
    expect(await idsOf('&state=RUNNING')).toEqual([running]);
    expect(await idsOf('&state=OPEN')).toEqual([running]);
    expect(await idsOf('&state=STOPPED')).toEqual([past]);
    expect((await list(`&owner=${owner.id}`)).items).toMatchObject([
      { id: past, owner: { id: owner.id, name: 'Ana' } },
    ]);
    expect(await idsOf('&q=PAGINA%20promocao')).toEqual([running]);
    expect(await idsOf('&q=one-page')).toEqual([past]);
    expect(await idsOf(`&envId=${shop.environmentId}`)).toEqual([running, past]);
    expect(await idsOf(`&envId=${shop.toggleId}`)).toEqual([]);
    expect(await idsOf('&envId=none&owner=none')).toEqual([]);
  });

  it('refuses a page that is none, and a state that is none', async () => {
    const at = `/api/apps/${shop.application.id}/analyses`;
    const { token } = shop.admin;
    const answer = await server.call('GET', `${at}?page=0`, { token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_PAGE' } });
    expect((await server.call('GET', `${at}?page=1&state=ALL`, { token })).status).toBe(400);
  });

  it('RES-99: has nothing of another company, nor for those who may not open the application', async () => {
    await add('STOPPED');
    const at = `/api/apps/${shop.application.id}/analyses?page=1`;
    const stranger = await createCompany(server);
    const colleague = await createUser(server, shop.admin.accountId);
    expect((await server.call('GET', at, { token: stranger.token })).status).toBe(404);
    expect((await server.call('GET', at, { token: colleague.token })).status).toBe(403);
    const other = await createApplication(server, shop.admin.accountId);
    const { body } = await server.call<AnalysisPage>(
      'GET',
      `/api/apps/${other.id}/analyses?page=1`,
      { token: shop.admin.token },
    );
    expect(body).toEqual({ items: [], totalItems: 0, totalPages: 0 });
  });

  it('without a page it answers what a console of 0.2.0 reads: the newest analysis of each rule', async () => {
    const past = await add('STOPPED');
    const { id: running } = await shop.start();
    const summaries = async (query: string) => {
      const at = `/api/apps/${shop.application.id}/analyses${query}`;
      const { token } = shop.admin;
      const { body } = await server.call<AnalysisSummary[]>('GET', at, { token });
      return body.map(({ id }) => id).sort();
    };
    expect(await summaries('')).toEqual([past, running].sort());
    expect(await summaries('?state=OPEN')).toEqual([running]);
  });

  it('reads no more of 10,000 past ones than it shows', async () => {
    const id = await add('STOPPED');
    await execute(
      server.database.url,
      `insert into analyses (select (jsonb_populate_record(a, jsonb_build_object('id', gen_random_uuid(),
        'hypothesis', 'Number ' || n, 'stopped_at', a.stopped_at + n * interval '1 minute'))).*
      from analyses a cross join generate_series(1, 10000) n where a.id = '${id}')`,
    );
    await execute(server.database.url, 'vacuum analyze analyses');
    expect(await list('&size=100', 101)).toMatchObject({ totalItems: 10_001, items: [{ id }] });
    expect((await list('&q=number%209999')).items[0]?.hypothesis).toBe('Number 9999');
    const page = listAnalysesIn(server.database.sql, shop.application.id, {
      filter: {},
      limit: 20,
      offset: 0,
    });
    const { rows } = await server.database.sql.execute<{ 'QUERY PLAN': string }>(
      raw`explain ${page.getSQL()}`,
    );
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toContain('analyses_list_index');
    expect(plan).not.toContain('Sort');
  });
});
