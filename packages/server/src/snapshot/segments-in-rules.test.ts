import type { Property } from '@comporta/contract/properties/property';
import type { Snapshot } from '@comporta/engine/snapshot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProperty } from '../testing/builders.ts';
import { EVEN_SPLIT, type MeasuredShop, openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { loadSnapshot } from './load-snapshot.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The rules that the node gives; a node that loads everything anew gives the same. */
async function rulesOf({ environmentId, environmentKey }: MeasuredShop) {
  const { body, headers } = await server.call<Snapshot>('GET', '/api/sdk/snapshot', {
    token: environmentKey,
  });
  const fresh = await loadSnapshot(server.database.sql, environmentId);
  expect(headers.etag).toBe(fresh?.tag);
  return body.experiments.flatMap(({ rules }) => rules);
}

it('SCL-34: a measured rule names the keys of the segments of its plan, also those of a property that is renamed or deleted', async () => {
  const segments: string[] = [];
  const shop = await openMeasuredShop(server, [EVEN_SPLIT], async (id) => {
    for (const key of ['plan', 'country'])
      segments.push(await createProperty(server, id, { key, type: 'STRING' }));
  });
  const [, country] = segments;
  const path = `/api/apps/${shop.application.id}/properties`;
  const { token } = shop.admin;
  expect((await rulesOf(shop))[0]).not.toHaveProperty('segments');
  await shop.start({ segments });
  expect(await rulesOf(shop)).toMatchObject([{ segments: ['plan', 'country'] }]);

  const { body: held } = await server.call<Property>('GET', `${path}/${country}`, { token });
  const renamed = { ...held, key: 'land' };
  const saved = await server.call('PUT', `${path}/${country}`, { token, body: renamed });
  expect(saved.status).toBe(200);
  expect(await rulesOf(shop)).toMatchObject([{ segments: ['plan', 'land'] }]);

  expect((await server.call('DELETE', `${path}/${country}`, { token })).status).toBe(204);
  expect(await rulesOf(shop)).toMatchObject([{ segments: ['plan', 'land'] }]);
});

it('SCL-34: a rule that is measured without segments, and an environment that does not count bulk, are written as before', async () => {
  const shop = await openMeasuredShop(server);
  await shop.start();
  const [rule] = await rulesOf(shop);
  expect(rule).toHaveProperty('phase');
  expect(rule).not.toHaveProperty('segments');
  const { body } = await server.call<Snapshot>('GET', '/api/sdk/snapshot', {
    token: shop.environmentKey,
  });
  expect(body.environment).not.toHaveProperty('countsBulk');
});
