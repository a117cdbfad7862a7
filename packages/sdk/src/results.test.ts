import type { AddressInfo } from 'node:net';
import { type MeasuredShop, openMeasuredShop } from '@comporta/server/testing/measured-shop';
import { startTestServer, type TestServer } from '@comporta/server/testing/test-server';
import { OFREPProvider } from '@openfeature/ofrep-provider';
import { OpenFeature, type Provider } from '@openfeature/server-sdk';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createHook } from './hook.ts';
import { ComportaProvider } from './openfeature.ts';
import { type Client, createClient } from './sdk.ts';
import { recordingLogger } from './test-support/recording-logger.ts';

let server: TestServer;
let shop: MeasuredShop;
let url: string;
let toggle: string;
const opened: Client[] = [];

beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
  url = `http://127.0.0.1:${port}`;
  shop = await openMeasuredShop(server);
  toggle = shop.experiment.toggleName;
  await shop.start();
});
afterAll(async () => {
  await OpenFeature.close();
  for (const client of opened) await client.close();
  server.http.server.closeAllConnections();
  await server.close();
});

function open(): Client {
  const client = createClient({ url, key: shop.environmentKey, logger: recordingLogger() });
  opened.push(client);
  return client;
}

const users = (prefix: string) => Array.from({ length: 100 }, (_, n) => `${prefix}-${n}`);

/** Number of users in the results, and how many of them did what the metric counts. */
async function measured() {
  await shop.count();
  const { metrics } = await shop.results();
  const values = metrics[0]?.values ?? [];
  const sumOf = (part: 'users' | 'positive') => values.reduce((sum, one) => sum + one[part], 0);
  return { users: sumOf('users'), positive: sumOf('positive') };
}

it('RES-28: the service stores what the SDK reports, each user once, and nothing is refused', async () => {
  const client = open();
  await client.ready();
  for (const uid of users('sdk')) {
    for (let round = 0; round < 2; round++) client.boolean(toggle, { uid }, false);
    client.track('purchase', { uid }, { value: 3 });
  }
  await client.flush();
  expect(client.status().events).toEqual({
    queued: 0,
    sent: 200,
    dropped: 0,
    lastError: undefined,
  });
  expect(await measured()).toEqual({ users: 100, positive: 100 });
});

it('RES-29, RES-97: OpenFeature reports and tracks with the provider', async () => {
  const client = open();
  await OpenFeature.setProviderAndWait('measured', new ComportaProvider(client));
  const features = OpenFeature.getClient('measured');
  for (const targetingKey of users('provider')) {
    await features.getBooleanValue(toggle, false, { targetingKey });
    features.track('purchase', { targetingKey }, { value: 1 });
  }
  await client.flush();
  expect(client.status().events).toMatchObject({ queued: 0, sent: 200, dropped: 0 });
  expect(await measured()).toEqual({ users: 200, positive: 200 });
});

it('RES-29: the hook reports and tracks with the OFREP provider from npm', async () => {
  const hook = createHook({ url, key: shop.environmentKey, logger: recordingLogger() });
  const provider = new OFREPProvider({
    baseUrl: url,
    headers: [['X-API-Key', shop.environmentKey]],
  });
  await OpenFeature.setProviderAndWait('ofrep', provider as Provider);
  const features = OpenFeature.getClient('ofrep');
  features.addHooks(hook);
  for (const targetingKey of users('hook')) {
    await features.getBooleanValue(toggle, false, { targetingKey });
    hook.track('purchase', { targetingKey }, { value: 1 });
  }
  await hook.close();
  expect(hook.status()).toMatchObject({ queued: 0, sent: 200, dropped: 0 });
  expect(await measured()).toEqual({ users: 300, positive: 300 });
});

it('RES-26: a client key gets the ids that a page needs for its reports', async () => {
  const answer = await server.call<{ flags: { key: string; metadata?: object }[] }>(
    'POST',
    '/ofrep/v1/evaluate/flags',
    { token: shop.clientKey, body: { context: { targetingKey: 'page' } } },
  );
  const [flag] = answer.body.flags;
  const ids = { ruleId: expect.any(String), phaseId: expect.any(String) };
  expect(flag).toMatchObject({ key: toggle, reason: 'SPLIT', metadata: ids });
  const exposure = { type: 'exposure', toggle, uid: 'page', at: new Date().toISOString() };
  const { variant: value } = flag as unknown as { variant: string };
  const report = await shop.send([{ ...exposure, value, ...flag?.metadata }], {}, shop.clientKey);
  expect(report.body).toEqual({ accepted: 1, duplicates: 0, rejected: [] });
});
