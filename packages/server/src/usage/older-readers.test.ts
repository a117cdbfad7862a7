import { randomUUID } from 'node:crypto';
import type { SeenClient } from '@comporta/contract/usage/usage-api';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
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

async function fetchRules(userAgent: string, token = shop.environmentKey): Promise<number> {
  const headers = { 'user-agent': userAgent };
  return (await server.call('GET', '/api/sdk/snapshot', { token, headers })).status;
}

/** Tells of a program that another one asked for, as an edge node does. */
function tellOf(client: string, token = shop.environmentKey) {
  const at = new Date().toISOString();
  const item = { type: 'count', at, counts: [], client, asked: 'SNAPSHOT' };
  return server.call('POST', '/api/events', { token, body: { events: [item] } });
}

async function older(): Promise<string[]> {
  const path = `/api/apps/${shop.application.id}/envs/${shop.environmentId}/clients`;
  const { body } = await server.call<SeenClient[]>('GET', path, { token: shop.admin.token });
  return body
    .filter(({ isOlderReader }) => isOlderReader)
    .map(({ service, sdk, version }) => `${service} ${sdk} ${version}`.trim())
    .sort();
}

it('LIF-49: all programs that evaluate with less than 0.3.0 are told, those behind an edge node, too', async () => {
  const usage = `usage/${randomUUID()}`;
  for (const userAgent of [
    'comporta-sdk/0.2.0 node/22',
    'comporta-sdk/0.1.4 node/20',
    'comporta-edge/0.2.0',
    `comporta-sdk/0.3.0 node/24 service/checkout ${usage}`,
    'comporta-edge/0.3.0 usage/relay',
    'curl/0.1.0',
  ]) {
    expect(await fetchRules(userAgent)).toBe(200);
  }
  await tellOf(`comporta-sdk/0.2.1 node/22 service/billing ${usage}`);
  expect(await older()).toEqual([
    'billing comporta-sdk 0.2.1',
    'comporta-edge 0.2.0',
    'comporta-sdk 0.1.4',
    'comporta-sdk 0.2.0',
  ]);
});

it('LIF-49: a client key makes no program up, and one of a week ago is none any more', async () => {
  await tellOf('comporta-sdk/0.2.0', shop.clientKey);
  expect(await fetchRules('comporta-sdk/0.2.0', shop.clientKey)).not.toBe(200);
  expect(await older()).toEqual([]);
  await fetchRules('comporta-sdk/0.2.0 node/22');
  expect(await older()).toEqual(['comporta-sdk 0.2.0']);
  await server.database.sql.execute(raw`
    update usage_clients set asked_at = now() - interval '7 days'
    where environment_id = ${shop.environmentId}`);
  expect(await older()).toEqual([]);
});

it('LIF-10: who looks while another one does sees the same, and not what was stored before', async () => {
  await fetchRules('comporta-sdk/0.2.0 node/22');
  const seen = await Promise.all([older(), older(), older()]);
  expect(seen).toEqual(seen.map(() => ['comporta-sdk 0.2.0']));
});
