import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createToken, endToken } from '@comporta/contract/keys/token-api';
import { createToggle, listToggles } from '@comporta/contract/toggles/toggle-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../../testing/spawned-service.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { openShop, type Shop, signUp } from '../company.ts';
import { type ServiceProcess, startServiceProcess } from '../service-process.ts';
import { openEditor } from './editor.ts';

let configHome: string;
let settings: Readonly<Record<string, string>>;
let service: ServiceProcess;
let shop: Shop;

beforeAll(async () => {
  configHome = mkdtempSync(path.join(os.tmpdir(), 'comporta-mcp-'));
  const { url } = await createTestDatabase();
  const PORT = String(await findFreePort());
  settings = { DATABASE_URL: url, DATA_DIR: path.join(configHome, 'data'), PORT, SIGNUP: 'open' };
  service = await startServiceProcess(settings);
  shop = await openShop(service);
});
afterAll(async () => {
  await service.kill();
  rmSync(configHome, { recursive: true, force: true });
});

const open = (key: string, ...args: string[]) =>
  openEditor({ url: service.url, key, configHome, args });

const newToken = (name: string, scope: string) =>
  shop.admin.call(createToken, { body: { name, scopes: [scope] } });

const toggle = (name: string) => ({
  name,
  values: ['enabled', 'disabled'],
  defaultValue: 'disabled',
});

it('LIF-65: a cancelled call ends at once, and the next one is answered', async () => {
  const service = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    if (request.url?.endsWith('/lifecycle') !== true) response.end('[]');
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  try {
    await using editor = await openEditor({ url, key: 'key', configHome });
    const given = { application: '00000000-0000-4000-8000-000000000000' };
    const cancelled = editor.ask('list_toggles', given, AbortSignal.timeout(500));
    await expect(cancelled).rejects.toThrow();
    const { structuredContent } = await editor.ask('list_applications');
    expect(structuredContent).toEqual({ rows: [], more: 0 });
  } finally {
    service.closeAllConnections();
    service.close();
  }
});

it('LIF-65: a token that is ended in the middle opens nothing more, and no answer holds it', async () => {
  const token = await newToken('editor', 'read');
  await using editor = await open(token.key);
  const before = await editor.ask('list_toggles');
  expect(before.isError).not.toBe(true);
  await shop.admin.call(endToken, { params: { id: token.id } });
  const after = await editor.ask('list_toggles');
  expect(after.isError).toBe(true);
  expect(JSON.stringify(after.content)).toContain('refused the call');
  expect(after.structuredContent).toBeUndefined();
  expect(JSON.stringify([before, after])).not.toContain(token.key);
});

it('LIF-66: a token that may only read changes nothing, whatever the editor allows', async () => {
  const { key } = await newToken('reader', 'read');
  await using editor = await open(key, '--allow-write');
  const tools = await editor.tools();
  expect(tools).toContain('list_toggles');
  expect(tools).not.toContain('create_toggle');
  expect(tools).not.toContain('save_rules');
  // The service explains to keys that may write alone.
  expect(tools).not.toContain('explain');
  await expect(editor.ask('create_toggle', toggle('by-reader'))).rejects.toThrow('create_toggle');
  const stored = await shop.admin.call(listToggles, { params: { appId: shop.appId } });
  expect(stored.map(({ name }) => name)).not.toContain('by-reader');
});

it('LIF-66: a token that may write is offered it only where the editor allows it', async () => {
  const { key } = await newToken('writer', 'write');
  const writing = ['create_toggle', 'save_rules'];
  await using allowed = await open(key, '--allow-write');
  expect(await allowed.tools()).toEqual(expect.arrayContaining(writing));
  await using reading = await open(key);
  for (const name of writing) expect(await reading.tools()).not.toContain(name);
  expect(await reading.tools()).toContain('explain');
});

it('LIF-65: another company’s application is not found by its id, to read or to write', async () => {
  const stranger = await signUp(service, 'rui@example.com');
  const token = await stranger.call(createToken, {
    body: { name: 'editor', scopes: ['write'] },
  });
  await shop.admin.call(createToggle, { params: { appId: shop.appId }, body: toggle('secret') });
  await using editor = await open(token.key, '--allow-write');
  const application = shop.appId;
  const asked = [
    await editor.ask('list_toggles', { application }),
    await editor.ask('list_stale', { application }),
    await editor.ask('list_changes', { application }),
    await editor.ask('get_toggle', { application, toggle: 'secret' }),
    await editor.ask('get_references', { application, toggle: 'secret' }),
    await editor.ask('create_toggle', { application, ...toggle('by-stranger') }),
  ];
  expect(asked.map(({ isError }) => isError)).toEqual(asked.map(() => true));
  expect(JSON.stringify(asked)).not.toContain('Shop');
  const stored = await shop.admin.call(listToggles, { params: { appId: shop.appId } });
  expect(stored.map(({ name }) => name)).not.toContain('by-stranger');
});

it('LIF-65: while the service is away each call says so, and later ones are answered', async () => {
  await using editor = await open(shop.accountKey);
  await service.stop();
  const away = await editor.ask('list_applications');
  expect(away.isError).toBe(true);
  expect(JSON.stringify(away.content)).toContain('cannot be reached');
  expect(JSON.stringify(away)).not.toContain(shop.accountKey);
  service = await startServiceProcess(settings);
  const back = await editor.ask('list_applications');
  expect(back.structuredContent).toMatchObject({ rows: [{ application: 'Shop' }] });
});
