import type { Application } from '@comporta/contract/applications/application';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { unitKey, unitOf } from '../../event-store/ingest/units.ts';
import { exposures, unitSecrets } from '../../tables/events.ts';
import { type MeasuredShop, openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const METRICS_TOKEN = 'a-token-of-at-least-thirty-two-characters';

let server: TestServer;
let shop: MeasuredShop;
let phaseId: string;
/** The uids for which all values were fetched. */
let asked: string[];

beforeAll(async () => {
  server = await startTestServer({ METRICS_TOKEN });
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
  const { phases } = await shop.start();
  phaseId = phases[0]?.id ?? '';
  asked = [];
});

/** Saves whether bulk evaluation counts, as the form of the application does. */
async function saveCountBulk(countBulkAsExposure: boolean | undefined): Promise<Application> {
  const path = `/api/apps/${shop.application.id}`;
  const { token } = shop.admin;
  const { body } = await server.call<Application>('GET', path, { token });
  const environments = body.environments.map(({ id, name }) => ({ id, name, countBulkAsExposure }));
  const saved = await server.call<Application>('PUT', path, {
    token,
    body: { ...body, environments },
  });
  expect(saved.status).toBe(200);
  expect((await server.call('GET', path, { token })).body).toEqual(saved.body);
  return saved.body;
}

async function fetchBulk(uid: string, token = shop.environmentKey): Promise<void> {
  asked.push(uid);
  const body = { context: { targetingKey: uid } };
  const answer = await server.call('POST', '/ofrep/v1/evaluate/flags', { token, body });
  expect(answer.status).toBe(200);
}

async function fetchToggles(uid: string): Promise<void> {
  asked.push(uid);
  const token = shop.environmentKey;
  expect((await server.call('GET', `/api/toggles?uid=${uid}`, { token })).status).toBe(200);
}

/** The uids of `asked` that were exposed. A further user evaluates the one toggle and is stored after them. */
async function exposed(): Promise<string[]> {
  const last = `last-${asked.length}`;
  await shop.evaluate(last);
  const { sql } = server.database;
  const ofPhase = eq(exposures.phaseId, phaseId);
  return vi.waitFor(async () => {
    const stored = await sql.select({ unit: exposures.unit }).from(exposures).where(ofPhase);
    const [row] = await sql
      .select({ secret: unitSecrets.secret })
      .from(unitSecrets)
      .where(eq(unitSecrets.environmentId, shop.environmentId));
    const isExposed = (uid: string) =>
      stored.some(({ unit }) => unit === unitOf(unitKey(row?.secret ?? ''), { value: uid }));
    expect(isExposed(last)).toBe(true);
    return asked.filter(isExposed);
  }, 30_000);
}

it('RES-25: bulk OFREP and GET /api/toggles expose no user, unless the environment says so', async () => {
  await fetchBulk('bulk-1');
  await fetchToggles('fetch-1');
  expect(await exposed()).toEqual([]);

  expect((await saveCountBulk(true)).environments).toMatchObject([{ countBulkAsExposure: true }]);
  await fetchBulk('bulk-2');
  await fetchToggles('fetch-2');
  expect(await exposed()).toEqual(['bulk-2', 'fetch-2']);

  expect((await saveCountBulk(undefined)).environments).toMatchObject([
    { countBulkAsExposure: true },
  ]);
  await saveCountBulk(false);
  await fetchBulk('bulk-3');
  await fetchToggles('fetch-3');
  expect(await exposed()).toEqual(['bulk-2', 'fetch-2']);
});

it('RES-25: the results warn of this setting, and the audit log records it', async () => {
  const { id } = await saveCountBulk(true);
  const { health } = await shop.results();
  expect(health).toContainEqual(expect.objectContaining({ code: 'BULK', level: 'AMBER' }));
  const { body } = await server.call<{ items: { items: string[] }[] }>(
    'GET',
    `/api/audit-logs?entity=${id}`,
    { token: shop.admin.token },
  );
  expect(body.items[0]?.items).toEqual([
    expect.stringContaining('counts bulk evaluation as exposure'),
  ]);
});

it('RES-25, RES-30: a page is not exposed to toggles that it does not get', async () => {
  await saveCountBulk(true);
  await fetchBulk('page-1', shop.clientKey);
  const path = `/api/apps/${shop.application.id}/toggles/${shop.toggleId}`;
  const { token } = shop.admin;
  const { body } = await server.call<object>('GET', path, { token });
  const hidden = { ...body, availableToClients: false };
  expect((await server.call('PUT', path, { token, body: hidden })).status).toBe(200);
  await fetchBulk('page-2', shop.clientKey);
  await fetchBulk('server-2');
  expect(await exposed()).toEqual(['page-1', 'server-2']);
});

it('RES-25: evaluations are answered at once; an exposure that cannot be stored is counted in the metrics and the results', async () => {
  const { sql } = server.database;
  const dropped = async () => {
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    const { payload } = await server.http.inject({ method: 'GET', url: '/metrics', headers });
    const name = `comporta_exposures_dropped_total{environment="${shop.environmentId}"} `;
    return payload
      .split('\n')
      .find((line) => line.startsWith(name))
      ?.slice(name.length);
  };
  expect(await dropped()).toBeUndefined();
  await sql.execute(raw`alter table exposures add constraint no_more check (false) not valid`);
  try {
    for (const uid of ['ana', 'bea']) {
      expect(await shop.evaluate(uid)).toMatchObject({ reason: 'SPLIT' });
    }
    await vi.waitFor(async () => expect(await dropped()).toBe('2'), 30_000);
  } finally {
    await sql.execute(raw`alter table exposures drop constraint no_more`);
  }
  await vi.waitFor(async () => {
    const { health } = await shop.results();
    const told = { code: 'DROPPED', level: 'AMBER', params: { count: 2 } };
    expect(health).toContainEqual(expect.objectContaining(told));
  }, 30_000);
});
