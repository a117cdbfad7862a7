import { randomUUID } from 'node:crypto';
import type { SeenClient, ToggleUsage } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const SDK = 'comporta-sdk/0.3.0 node/24.1.0 service/checkout';

let server: TestServer;
let shop: MeasuredShop;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  shop = await openMeasuredShop(server);
});

interface Reported {
  readonly accepted: number;
  readonly duplicates: number;
  readonly rejected: readonly { readonly index: number; readonly code: string }[];
}

function report(item: object, { key = shop.environmentKey, userAgent = SDK } = {}) {
  const events = [{ type: 'count', at: new Date().toISOString(), counts: [], ...item }];
  const headers = { 'user-agent': userAgent };
  return server.call<Reported>('POST', '/api/events', { token: key, body: { events }, headers });
}

async function usage(query = ''): Promise<ToggleUsage> {
  const path = `/api/apps/${shop.application.id}/toggles/${shop.toggleId}/usage`;
  const asked = `${path}?envId=${shop.environmentId}${query}`;
  const { body, status } = await server.call<ToggleUsage>('GET', asked, {
    token: shop.admin.token,
  });
  expect(status).toBe(200);
  return body;
}

async function clients(): Promise<SeenClient[]> {
  const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/clients`;
  const { body } = await server.call<SeenClient[]>('GET', path, { token: shop.admin.token });
  return body;
}

const enabled = (n = 1) => ({ toggle: shop.experiment.toggleName, value: 'enabled', n });

it('LIF-04, LIF-10: a report is answered when its uses are stored: by day, value and rule, with who asked', async () => {
  const ruleId = shop.experiment.rules[0]?.id;
  const sender = randomUUID();
  const counts = [enabled(5), { ...enabled(2), ruleId }, enabled(1)];
  expect(await report({ sender, seq: 1, counts })).toMatchObject({
    status: 200,
    body: { accepted: 1, duplicates: 0, rejected: [] },
  });
  const { days, clients: who, countingSince } = await usage();
  const day = new Date().toISOString().slice(0, 10);
  expect(days).toEqual([
    { day, value: 'enabled', ruleId, count: 2 },
    { day, value: 'enabled', ruleId: null, count: 6 },
  ]);
  expect(who).toMatchObject([
    { service: 'checkout', sdk: 'comporta-sdk', version: '0.3.0', trusted: true },
  ]);
  expect(Math.abs(Date.parse(who[0]?.lastUseAt ?? '') - Date.now())).toBeLessThan(60_000);
  expect(Date.parse(countingSince)).toBeLessThanOrEqual(Date.now());
  expect(await clients()).toMatchObject([
    { service: 'checkout', reportsUses: true, evaluates: true, trusted: true },
  ]);
});

it('LIF-05: a report that is sent again counts once; with a client key nobody can number for others', async () => {
  const sender = randomUUID();
  const item = { sender, seq: 7, counts: [enabled(3)] };
  expect((await report(item)).body).toMatchObject({ accepted: 1, duplicates: 0 });
  for (let again = 0; again < 4; again += 1) {
    expect((await report(item)).body).toMatchObject({ accepted: 0, duplicates: 1 });
  }
  // A page that claims the sender of a server takes nothing from it.
  await report({ sender, seq: 1_000_000, counts: [enabled(10)] }, { key: shop.clientKey });
  expect((await report({ ...item, seq: 8 })).body).toMatchObject({ accepted: 1 });
  const { days } = await usage();
  expect(days.map(({ count }) => count)).toEqual([16]);
});

it('LIF-08: values, rules and toggles that are made up become no rows; the sums stay exact', async () => {
  const made = Array.from({ length: 500 }, (_, n) => ({
    toggle: shop.experiment.toggleName,
    value: `made-up-${n}`,
    ruleId: randomUUID(),
    n: 2,
  }));
  await report({ counts: [...made, enabled(1)] });
  const { days } = await usage();
  expect(days.map(({ value, count }) => ({ value, count }))).toEqual([
    { value: 'enabled', count: 1 },
    { value: null, count: 1_000 },
  ]);
});

it.each([
  { counts: [{ toggle: 'checkout', value: 'enabled', n: 0 }] },
  { counts: [{ toggle: 'checkout', value: 'enabled', n: 1.5 }] },
  { counts: [{ toggle: 'checkout', value: 'enabled', n: 1e9 + 1 }] },
  { counts: Array.from({ length: 1_001 }, () => ({ toggle: 'a', value: 'b', n: 1 })) },
  { unknown: Array.from({ length: 101 }, (_, n) => ({ toggle: `a${n}`, n: 1 })) },
  { sender: randomUUID() },
  { sender: 'me', seq: 1 },
  { asked: 'ALL' },
  { at: '2026-02-30T00:00:00Z' },
])('LIF-04: an item that is not as it must be is INVALID_ITEM (%#)', async (item) => {
  const { body } = await report(item);
  expect(body.rejected).toEqual([{ index: 0, code: 'INVALID_ITEM' }]);
});

it('LIF-04: uses of more than seven days ago are TOO_OLD', async () => {
  const at = new Date(Date.now() - 7.1 * 24 * 60 * 60_000).toISOString();
  const { body } = await report({ at, counts: [enabled()] });
  expect(body.rejected).toEqual([{ index: 0, code: 'TOO_OLD' }]);
});

it('LIF-08, LIF-12: a sum that no column could hold refuses nothing', async () => {
  const many = Array.from({ length: 1_000 }, () => enabled(1e9));
  await report({ counts: many });
  await server.database.sql.execute(raw`
    update toggle_uses set n = 9007199254740991 where environment_id = ${shop.environmentId}`);
  expect((await report({ counts: many })).body).toMatchObject({ accepted: 1 });
  expect((await usage()).days[0]?.count).toBe(Number.MAX_SAFE_INTEGER);
});

it('LIF-90: counts are no changes: they raise no revision, and the audit log does not have them', async () => {
  const { token } = shop.admin;
  const state = async () => ({
    etag: (await server.call('GET', '/api/sdk/snapshot', { token: shop.environmentKey })).headers
      .etag,
    audit: (await server.call('GET', `/api/apps/${shop.application.id}/audit-logs`, { token }))
      .body,
  });
  const before = await state();
  await report({ counts: [enabled(4)], unknown: [{ toggle: 'nothing', n: 1 }] });
  expect((await usage()).days).toMatchObject([{ count: 4 }]);
  const after = await state();
  expect(after).toEqual(before);
  expect(after.etag).toMatch(/./);
});

it('LIF-90: who asks of another company, or without a key, learns nothing', async () => {
  const other = await openMeasuredShop(server);
  const { token } = other.admin;
  const app = `/api/apps/${shop.application.id}`;
  const paths = [
    `${app}/toggles/${shop.toggleId}/usage?envId=${shop.environmentId}`,
    `${app}/envs/${shop.environmentId}/clients`,
    `${app}/unknown-toggles`,
  ];
  for (const path of paths) {
    expect(await server.call('GET', path, { token })).toMatchObject({ status: 404 });
    expect(await server.call('GET', path, {})).toMatchObject({ status: 401 });
  }
  // Its own toggle, in an environment of another company.
  const mixed = `/api/apps/${other.application.id}/toggles/${other.toggleId}/usage?envId=${shop.environmentId}`;
  expect(await server.call('GET', mixed, { token })).toMatchObject({
    body: { error_code: 'UNKNOWN_ENVIRONMENT' },
  });
  await report({ counts: [enabled(4)] }, { key: other.environmentKey });
  expect((await usage()).days).toEqual([]);
});
