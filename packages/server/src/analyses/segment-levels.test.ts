import { afterAll, beforeAll, expect, it } from 'vitest';
import { createProperty } from '../testing/builders.ts';
import { type MeasuredShop, openMeasuredShop, users } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** Exposes a user for each value, with one call. */
async function expose(shop: MeasuredShop, values: readonly string[], key: string): Promise<void> {
  const toggle = shop.experiment.toggleName;
  const at = new Date().toISOString();
  const events = [];
  for (const [index, uid] of users(values.length).entries()) {
    const segments = { country: values[index] };
    const id = `${values[index]} ${uid}`;
    const value = await shop.givenTo(id);
    events.push({ type: 'exposure', toggle, value, uid: id, at, segments });
  }
  expect((await shop.send(events, {}, key)).body).toMatchObject({ rejected: [] });
}

it('HOS-15, FAIR-28: pages name ten values of a property; servers, and values that a condition names, have the others', async () => {
  const shop = await openMeasuredShop(server);
  const country = await createProperty(server, shop.application.id, {
    key: 'country',
    type: 'STRING',
  });
  const condition = (expression: string, term: string) => ({
    propertyId: country,
    expression,
    term,
  });
  const conditions = [
    condition('IN', 'BR, PT'),
    condition('EQUALS', 'AO'),
    condition('REGEX', 'made'),
  ];
  const path = `/api/apps/${shop.application.id}/target-groups`;
  const body = { name: 'Friends', description: '', policy: 'OR', conditions };
  const created = await server.call('POST', path, { token: shop.admin.token, body });
  expect(created).toMatchObject({ status: 201 });
  await shop.start({ segments: [country] });
  const made = Array.from({ length: 30 }, (_, n) => `made-up-${n}`);
  await expose(shop, made, shop.clientKey);
  await expose(shop, ['BR', 'PT', 'AO', 'DE'], shop.clientKey);
  await expose(shop, ['IN', 'JP'], shop.environmentKey);
  await shop.count();
  const { segment } = await shop.results(`?segment=${country}`);
  const names = (segment?.levels ?? []).map(({ name }) => name ?? 'OTHERS');
  expect(names.filter((name) => name.startsWith('made-up'))).toEqual(made.slice(0, 10));
  expect(names).toEqual(expect.arrayContaining(['BR', 'PT', 'AO', 'IN', 'JP', 'OTHERS']));
  expect(names).not.toContain('DE');
});
