import type { Results } from '@comporta/contract/analyses/results';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openPostgresEventStore } from '../../event-store/postgres/postgres-event-store.ts';
import { dailyResults } from '../../tables/analyses.ts';
import { type MeasuredShop, openMeasuredShop, sell, users } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { keepResults } from '../keep-results.ts';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

async function fileOf(id: string): Promise<readonly string[]> {
  const response = await server.http.inject({
    url: `/api/apps/${shop.application.id}/analyses/${id}/results.csv`,
    headers: { authorization: `Bearer ${shop.admin.token}` },
  });
  expect(response.statusCode).toBe(200);
  expect(response.headers['content-type']).toBe('text/csv; charset=utf-8');
  return response.payload.split('\r\n');
}

const HEADER =
  'phase,day,metric,role,value,users,level,standard_error,difference,difference_low,difference_high,lift,lift_low,lift_high,verdict';

it('RES-120 RSL-12: the file of an analysis has its plan, and users, level, error, both intervals and verdict of each day', async () => {
  const hypothesis = 'Fewer fields, more sales.';
  const { id } = await shop.start({ hypothesis, plannedUnits: 2_000 });
  await sell(shop, users(400), { disabled: 7, enabled: 2 });
  const { sql } = server.database;
  await keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
  await shop.call('POST', '/pause');
  await shop.call('POST', '/restart');
  const { body } = await server.call<Results>(
    'GET',
    `/api/apps/${shop.application.id}/analyses/${id}/results?phase=${(await phasesOf(id))[0]}`,
    { token: shop.admin.token },
  );
  const [metric] = body.metrics;
  const [comparison] = metric?.comparisons ?? [];
  const lines = await fileOf(id);
  expect(lines).toContain(`toggle,${shop.experiment.toggleName}`);
  expect(lines).toContain('hypothesis,"Fewer fields, more sales."');
  expect(lines).toContain('goal,purchase');
  expect(lines).toContain('planned_units,2000');
  const at = lines.indexOf(HEADER);
  expect(lines[at - 1]).toBe('');
  const { difference, lift, raw: figures } = comparison ?? {};
  const day = [1, body.days[0]?.day, 'purchase', 'GOAL'];
  const [control, treatment] = metric?.values ?? [];
  expect(lines[at + 1]).toBe(
    [
      ...day,
      'disabled',
      control?.users,
      control?.level,
      ...Array(7).fill(''),
      body.verdict.code,
    ].join(),
  );
  expect(lines[at + 2]).toBe(
    [
      ...[...day, 'enabled', treatment?.users, treatment?.level, figures?.standardError],
      ...[difference, lift].flatMap((one) => [one?.point, one?.low, one?.high]),
      body.verdict.code,
    ].join(),
  );
  // The phase after the pause has no users yet, and today all the same.
  expect(lines.slice(at + 3).map((line) => line.split(',', 6).join())).toEqual([
    `2,${body.days[0]?.day},purchase,GOAL,disabled,0`,
    `2,${body.days[0]?.day},purchase,GOAL,enabled,0`,
    '',
  ]);
});

async function phasesOf(id: string): Promise<readonly string[]> {
  const { body } = await shop.call<{ phases: { id: string }[] }>('GET', `/analyses/${id}`);
  return body.phases.map((phase) => phase.id);
}

it('RES-120: a day that a node of 0.2.0 kept has no users and levels; nothing is made up', async () => {
  const { id, phases } = await shop.start();
  await shop.call('POST', '/pause');
  const day = {
    phaseId: phases[0]?.id ?? '',
    day: '2026-01-02',
    verdict: { code: 'NO_DATA', params: { reason: 'NO_TRAFFIC' } },
    metrics: [{ no: 1, comparisons: [{ value: 'enabled', lift: { point: 1, low: 0, high: 2 } }] }],
  } as const;
  await server.database.sql.delete(dailyResults).where(eq(dailyResults.phaseId, day.phaseId));
  await server.database.sql.insert(dailyResults).values(day);
  const lines = await fileOf(id);
  expect(lines.slice(lines.indexOf(HEADER) + 1)).toEqual([
    '1,2026-01-02,purchase,GOAL,disabled,,,,,,,,,,NO_DATA',
    '1,2026-01-02,purchase,GOAL,enabled,,,,,,,1,0,2,NO_DATA',
    '',
  ]);
});

it('RES-120: results and file of an analysis stay readable once its experiment and environment are gone', async () => {
  const { id, phases } = await shop.start();
  await sell(shop, users(400), { disabled: 7, enabled: 2 });
  const { sql } = server.database;
  await keepResults({ sql, store: openPostgresEventStore(sql) }).afterCount();
  const before = (await shop.results()).metrics;
  expect((await shop.call('DELETE', '')).status).toBe(204);
  await sql.execute(raw`delete from environments where id = ${shop.environmentId}`);
  const at = `/api/apps/${shop.application.id}/analyses/${id}/results`;
  const { token } = shop.admin;
  const kept = await server.call<Results>('GET', `${at}?phase=${phases[0]?.id}`, { token });
  expect(kept.status).toBe(200);
  expect(kept.body.metrics).toEqual(before);
  expect((await fileOf(id)).length).toBeGreaterThan(20);
  expect((await server.call('GET', `${at}?phase=${id}`, { token })).status).toBe(404);
});

it('RES-99: an analysis, its results and its file are found only in its application', async () => {
  const { id } = await shop.start();
  const other = await openMeasuredShop(server);
  const { token } = other.admin;
  for (const path of ['', '/results', '/results.csv']) {
    for (const application of [shop.application, other.application]) {
      const at = `/api/apps/${application.id}/analyses/${id}${path}`;
      expect((await server.call('GET', at, { token })).status).toBe(404);
    }
  }
});
