import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '@comporta/contract/applications/application-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { expect, it } from 'vitest';
import { findFreePort } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { balance } from './balancer.ts';
import { openClient } from './client.ts';
import { logIn, PASSWORD, signUp } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import { keepAsking } from './steady-asker.ts';

const EMAIL = 'ana@example.com';

it('two nodes are restarted one after the other and no request fails', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-rolling-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));

  async function start(port: number): Promise<ServiceProcess> {
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: `${port}` };
    const service = await startServiceProcess(settings);
    stack.defer(() => service.kill());
    return service;
  }
  const ports = [await findFreePort(), await findFreePort()];
  const nodes = await Promise.all(ports.map(start));
  const [first] = nodes;
  if (first === undefined) throw new Error('no node');
  const admin = await signUp(first, EMAIL);
  const shop = await admin.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  await admin.call(createToggle, {
    params: { appId: shop.id },
    body: { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });
  const key = await admin.call(createEnvironmentKey, {
    params: { appId: shop.id, envId: shop.environments[0]?.id ?? '' },
    body: { password: PASSWORD },
  });

  const balancer = await balance(nodes.map(({ url }) => url));
  const asker = keepAsking(() => `${balancer.next()}/api/toggles?uid=ana`, key, {
    checkout: 'disabled',
  });
  const token = await logIn(openClient(balancer.next()), EMAIL);
  let saving = true;
  const saved = (async () => {
    let count = 0;
    for (; saving; count++) {
      const body = { key: `key-${count}`, type: 'STRING' };
      const node = openClient(balancer.next(), token);
      await node.call(createProperty, { params: { appId: shop.id }, body });
    }
    return count;
  })();

  for (const [index, port] of ports.entries()) {
    await nodes[index]?.stop();
    const node = await start(port);
    await expect.poll(async () => (await fetch(`${node.url}/readyz`)).status).toBe(200);
    // The other node is stopped only after this one gets requests again.
    await expect.poll(() => balancer.next()).toBe(node.url);
  }
  saving = false;
  expect(await saved).toBeGreaterThan(10);
  const { answers, complaints } = await asker.stop();
  await balancer.close();
  expect(complaints).toEqual([]);
  expect(answers).toBeGreaterThan(100);
});

it('a stopping node answers with `connection: close`, so that a client with a kept-alive connection moves on', async () => {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-rolling-'));
  const node = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const connectionOf = async () => (await fetch(`${node.url}/livez`)).headers.get('connection');
  expect(await connectionOf()).toBe('keep-alive');
  const stopped = node.stop();
  await expect.poll(connectionOf).toBe('close');
  await stopped;
  rmSync(dataDir, { recursive: true });
  await database.drop();
});
