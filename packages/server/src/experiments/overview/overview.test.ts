import type { OverviewPage } from '@comporta/contract/experiments/overview-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { environments } from '../../tables/applications.ts';
import {
  createAnalysis,
  createApplication,
  createCompany,
  createExperiment,
  createMetric,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { execute } from '../../testing/test-cluster.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const EVERYONE = [
  { order: 1, type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
] as const;

let server: TestServer;
let admin: TestUser;
let shop: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  shop = await createApplication(server, admin.accountId, ['Production', 'Test']);
});

async function overview(query = '', { token } = admin): Promise<OverviewPage> {
  const { status, body } = await server.call<OverviewPage>('GET', `/api/overview${query}`, {
    token,
  });
  expect(status).toBe(200);
  return body;
}

async function add(application: TestApplication, name: string, envId?: string): Promise<string> {
  const toggleId = await createToggle(server, application.id, { name });
  const place = envId === undefined ? application : { ...application, environmentIds: [envId] };
  return createExperiment(server, place, toggleId, EVERYONE);
}

const namesIn = ({ items }: OverviewPage) => items.map(({ toggleName }) => toggleName).sort();

describe('CDW-83: everything that runs', () => {
  it('is every experiment of production-like environments over all applications: what users get, since when, by whom', async () => {
    const other = await createApplication(server, admin.accountId, ['Blue', 'Production']);
    await server.database.sql
      .update(environments)
      .set({ production: true })
      .where(eq(environments.id, other.environmentIds[0] ?? ''));
    const id = await add(shop, 'new-checkout');
    await add(shop, 'only-tested', shop.environmentIds[1]);
    await add(other, 'blue-one');
    await add(other, 'green-one', other.environmentIds[1]);
    const page = await overview();
    expect(namesIn(page)).toEqual(['blue-one', 'green-one', 'new-checkout']);
    expect(page.items.find((row) => row.id === id)).toMatchObject({
      appId: shop.id,
      envId: shop.environmentIds[0],
      envName: 'Production',
      toggle: { values: ['enabled', 'disabled'], defaultValue: 'disabled', valueType: 'BOOLEAN' },
      status: 'ACTIVE',
      outcome: { type: 'EVERYONE', value: 'enabled' },
      lastChanged: { at: expect.any(String), by: { name: 'Ana' } },
    });
    expect(page).toMatchObject({ totalItems: 3, totalPages: 1 });
  });

  it('has only applications that one may open, and nothing of another company', async () => {
    const other = await createApplication(server, admin.accountId);
    await add(shop, 'new-checkout');
    await add(other, 'secret-one');
    const member = await createUser(server, admin.accountId, { apps: [shop.id] });
    const nobody = await createUser(server, admin.accountId);
    const stranger = await createCompany(server);
    expect(namesIn(await overview('', member))).toEqual(['new-checkout']);
    expect(await overview(`?appId=${other.id}`, member)).toMatchObject({
      items: [],
      totalItems: 0,
    });
    expect((await overview('', nobody)).items).toEqual([]);
    expect((await overview('', stranger)).items).toEqual([]);
  });

  it('says what is measured and how it stands', async () => {
    const experimentId = await add(shop, 'new-checkout');
    await add(shop, 'old-checkout');
    const metricId = await createMetric(server, shop.id);
    const of = { toggleId: (await overview()).items[0]?.toggleId ?? '', experimentId, metricId };
    const id = await createAnalysis(server, shop, { ...of, ruleId: crypto.randomUUID() });
    expect((await overview('?measured=true')).items).toEqual([]);
    const verdict = { code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } };
    await server.database.sql.execute(
      raw`update analyses set state = 'RUNNING', verdict = ${JSON.stringify(verdict)}::jsonb where id = ${id}`,
    );
    const page = await overview('?measured=true');
    expect(namesIn(page)).toEqual(['new-checkout']);
    expect(page.items[0]?.analysis).toEqual({ id, state: 'RUNNING', verdict });
  });

  it('is filtered by application, status, person and words; the last changed comes first', async () => {
    const { sql } = server.database;
    const other = await createApplication(server, admin.accountId);
    const first = await add(shop, 'checkout.first');
    const second = await add(shop, 'checkout.second');
    await add(other, 'elsewhere');
    await sql.execute(raw`update experiments set saved_at = now() + interval '1 hour',
      saved_by_id = ${admin.id}, status = 'PAUSED' where id = ${first}`);
    expect((await overview()).items[0]?.id).toBe(first);
    expect(namesIn(await overview(`?appId=${other.id}`))).toEqual(['elsewhere']);
    expect(namesIn(await overview('?status=PAUSED'))).toEqual(['checkout.first']);
    expect(namesIn(await overview(`?by=${admin.id}`))).toEqual(['checkout.first']);
    expect((await overview('?q=SECOND%20production')).items.map(({ id }) => id)).toEqual([second]);
    expect((await overview('?appId=none&by=none')).items).toEqual([]);
    const answer = await server.call('GET', '/api/overview?size=x', { token: admin.token });
    expect(answer).toMatchObject({ status: 400, body: { error_code: 'INVALID_PAGE' } });
  });

  it('pages of 5,000 have each of them once', async () => {
    const id = await add(shop, 'toggle-0');
    await execute(
      server.database.url,
      `with added as (insert into toggles (select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
        'name', 'toggle-' || n))).* from toggles t cross join generate_series(1, 4999) n
        where t.application_id = '${shop.id}') returning id)
      insert into experiments (select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(),
        'toggle_id', added.id))).* from experiments e cross join added where e.id = '${id}')`,
    );
    const seen = new Set<string>();
    for (let page = 1; page <= 50; page += 1) {
      const { items, totalItems } = await overview(`?size=100&page=${page}`);
      expect([items.length, totalItems]).toEqual([100, 5_000]);
      for (const row of items) seen.add(row.id);
    }
    expect(seen.size).toBe(5_000);
  });
});
