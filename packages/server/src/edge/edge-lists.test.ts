import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { readConfig } from '../platform/config/config.ts';
import {
  createApplication,
  createClientKey,
  createCompany,
  createEnvironmentKey,
} from '../testing/builders.ts';
import { storeList } from '../testing/lists/stored-list.ts';
import { findFreePort } from '../testing/spawned-service.ts';
import { startTestServer } from '../testing/test-server.ts';
import { startEdge } from './start-edge.ts';

/** No server listens at this address. */
const AWAY = 'http://127.0.0.1:1';
const log = createLog('silent');
const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-edge-lists-'));
// A node that is stopped may still be writing what it keeps.
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

async function openEdge(name: string, upstream: string, key: string) {
  const port = await findFreePort();
  const config = readConfig({ DATA_DIR: path.join(folder, name), PORT: `${port}` });
  const { stop } = await startEdge({ config, log, upstream, keys: [key] });
  return { url: `http://127.0.0.1:${port}`, stop };
}

async function valueFor(uid: string, url: string, key: string): Promise<string | undefined> {
  const answer = await fetch(`${url}/api/toggles?uid=${uid}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return ((await answer.json()) as Record<string, string>).beta;
}

it('LIF-47: a chain of edge nodes has the lists of its environment, new ids, and both after a start without the service', async () => {
  const server = await startTestServer();
  const admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  const [environmentId = ''] = application.environmentIds;
  const key = await createEnvironmentKey(server, environmentId);
  const clientKey = await createClientKey(server, environmentId);
  const list = await storeList(server.database.url, application.id, ['ana']);
  const call = async (at: string, body: object) => {
    const answer = await server.call<{ id: string }>('POST', `/api/apps/${application.id}${at}`, {
      token: admin.token,
      body,
    });
    return answer.body.id;
  };
  const toggleId = await call('/toggles', {
    name: 'beta',
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  const exactly = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
  await call(`/envs/${environmentId}/experiments`, {
    toggleId,
    rules: [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId: 'uid', expression: 'IN_LIST', term: list.id },
        valueSpec: exactly('on'),
        order: 1,
      },
      { type: 'ALL_USERS', valueSpec: exactly('off'), order: 2 },
    ],
  });
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.

  const near = await openEdge('near', `http://127.0.0.1:${port}`, key);
  const far = await openEdge('far', near.url, key);
  await expect.poll(() => valueFor('ana', far.url, key)).toBe('on');
  await list.replace(['bob']);
  await expect.poll(() => valueFor('bob', far.url, key)).toBe('on');
  expect(await valueFor('ana', far.url, key)).toBe('off');
  const refused = await fetch(`${far.url}/api/sdk/lists/${list.id}`, {
    headers: { authorization: `Bearer ${clientKey}` },
  });
  expect(refused.status).toBe(401);
  // In this order: `far` may have opened a connection that it never uses, which `near` would wait for.
  server.http.server.closeAllConnections();
  await server.close();
  await near.stop();
  await far.stop();

  const alone = await openEdge('far', AWAY, key);
  expect(await valueFor('bob', alone.url, key)).toBe('on');
  expect(await valueFor('ana', alone.url, key)).toBe('off');
  await alone.stop();
});
