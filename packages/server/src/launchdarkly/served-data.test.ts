import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { randomFrom } from '../testing/flagd/generated-flags.ts';
import { generatedContext, generatedData } from '../testing/launchdarkly/generated-data.ts';
import { openOfflineSdk } from '../testing/launchdarkly/offline-sdk.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { importLaunchdarkly } from './import-launchdarkly.ts';

const FLAGS = 50;
const USERS = 10;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('LIF-74: an environment is served as LaunchDarkly’s SDK answers, and imported again without changes', async () => {
  const { token, accountId } = await createCompany(server);
  const { id, environmentIds } = await createApplication(server, accountId);
  const key = await createEnvironmentKey(server, environmentIds[0] ?? '');
  const random = randomFrom(3);
  const many = Array.from({ length: 1_500 }, (_, index) => `user-${index}`);
  const data = generatedData(random, { flags: FLAGS, many });
  const { document, remarks, idLists } = importLaunchdarkly(data, {
    ...{ application: 'Shop', environment: 'Production' },
    promises: ['types-are-strict'],
  });

  expect(idLists?.size).toBe(1);
  for (const [name, ids] of idLists ?? []) {
    const lists = `/api/apps/${id}/id-lists`;
    const { body } = await server.call<{ id: string }>('POST', lists, { token, body: { name } });
    const add = { add: ids, remove: [] };
    await server.call('POST', `${lists}/${body.id}/ids`, { token, body: add });
  }
  const path = `/api/apps/${id}/import`;
  const dryRun = await server.call('POST', `${path}?dryRun=true`, { token, body: document });
  expect(dryRun).toMatchObject({ status: 200, body: { dryRun: true } });
  expect(await server.call('POST', path, { token, body: document })).toMatchObject({ status: 200 });
  const again = await server.call('POST', path, { token, body: document });
  expect(again).toMatchObject({ status: 200, body: { changes: [] } });

  const sdk = await openOfflineSdk(data);
  const left = new Set(remarks.map(({ feature }) => feature));
  let compared = 0;
  for (let user = 0; user < USERS; user++) {
    const keys = many.slice(0, 20);
    const { key: targetingKey, ...properties } = generatedContext(random, {
      ...{ areTypesStrict: true, keys },
    });
    const theirs = await sdk.values({ key: targetingKey, ...properties });
    const context = { targetingKey, ...properties };
    const { body } = await server.call<{
      flags: readonly { readonly key: string; readonly value: unknown }[];
    }>('POST', '/ofrep/v1/evaluate/flags', { token: key, body: { context } });
    for (const { key: name, value } of body.flags) {
      if (left.has(name)) continue;
      expect([name, context, value]).toEqual([name, context, theirs[name]]);
      compared++;
    }
  }
  sdk.close();
  expect(compared).toBeGreaterThan(0.6 * FLAGS * USERS);
});
