import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createApplication } from '@comporta/contract/applications/application-api';
import { listChangeRequests } from '@comporta/contract/change-requests/change-request-api';
import { listExperiments } from '@comporta/contract/experiments/experiment-api';
import { createProperty } from '@comporta/contract/properties/property-api';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findFreePort } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openShop, type Shop } from './company.ts';
import { openEditor as openEditorWith } from './mcp/editor.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const LAB = 'Lab';

let folder: string;
let service: ServiceProcess;
let shop: Shop;
let appId: string;
let envIds: readonly string[];

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-mcp-'));
  const { url } = await createTestDatabase();
  service = await startServiceProcess({
    DATABASE_URL: url,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(await findFreePort()),
  });
  shop = await openShop(service);
  const environments = [{ name: 'Test' }, { name: 'Production' }];
  const lab = await shop.admin.call(createApplication, { body: { name: LAB, environments } });
  appId = lab.id;
  envIds = lab.environments.map(({ id }) => id);
});
afterAll(async () => {
  await service.kill();
  rmSync(folder, { recursive: true, force: true });
});

const openEditor = (...args: string[]) =>
  openEditorWith({ url: service.url, key: shop.accountKey, configHome: folder, args });

const rulesFor = (exactValue: string) => [
  { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue } },
];

it('LIF-65, LIF-66: without --allow-write an editor reads, and has no tool that changes anything', async () => {
  await using editor = await openEditor();
  const tools = await editor.tools();
  expect(tools.toSorted()).toEqual([
    ...['explain', 'get_references', 'get_results', 'get_toggle', 'list_applications'],
    ...['list_changes', 'list_stale', 'list_toggles'],
  ]);
  const { structuredContent } = await editor.ask('list_applications');
  expect(structuredContent).toMatchObject({
    rows: [
      {
        application: LAB,
        environments: [
          { environment: 'Test', production: false },
          { environment: 'Production', production: true },
        ],
      },
      { application: 'Shop' },
    ],
    more: 0,
  });
  const refused = editor.ask('create_toggle', { name: 'a' });
  await expect(refused).rejects.toThrow('create_toggle');
});

it('LIF-66: with it, a toggle is created and its rules are saved; in production a change request is filed', async () => {
  await using editor = await openEditor('--allow-write');
  const given = { application: LAB, toggle: 'checkout', reason: 'asked for by Rui' };
  const created = await editor.ask('create_toggle', {
    ...{ application: LAB, name: 'checkout', values: ['enabled', 'disabled'] },
    defaultValue: 'disabled',
  });
  expect(created.structuredContent).toEqual({ created: 'checkout', version: 1 });
  const saved = await editor.ask('save_rules', {
    ...{ ...given, environment: 'Test', rules: rulesFor('enabled') },
  });
  expect(saved.structuredContent).toEqual({ saved: true });
  const asked = await editor.ask('save_rules', {
    ...{ ...given, environment: 'Production', rules: rulesFor('enabled') },
  });
  expect(asked.structuredContent).toEqual({ changeRequest: { number: 1, state: 'APPROVED' } });
  const [testId = '', productionId = ''] = envIds;
  const inTest = { params: { appId, envId: testId } };
  expect(await shop.admin.call(listExperiments, inTest)).toMatchObject([
    { toggleName: 'checkout', rules: [{ valueSpec: { exactValue: 'enabled' } }] },
  ]);
  const inProduction = { params: { appId, envId: productionId } };
  expect(await shop.admin.call(listExperiments, inProduction)).toEqual([]);
  const requests = await shop.admin.call(listChangeRequests, { params: { appId }, query: {} });
  expect(requests.items).toMatchObject([{ number: 1, title: 'Rules of checkout' }]);

  const toggle = await editor.ask('get_toggle', { application: LAB, toggle: 'checkout' });
  expect(toggle.structuredContent).toMatchObject({
    name: 'checkout',
    state: 'NEW',
    experiments: [{ environment: 'Test', rules: rulesFor('enabled') }],
  });
  const explained = await editor.ask('explain', {
    ...{ application: LAB, environment: 'Test', toggle: 'checkout', uid: 'ana' },
  });
  expect(explained.structuredContent).toMatchObject({ value: 'enabled' });
  const changes = await editor.ask('list_changes', { application: LAB });
  expect(JSON.stringify(changes.structuredContent)).toContain('asked for by Rui');
});

it('LIF-66: a property with any name is explained', async () => {
  await using editor = await openEditor('--allow-write');
  const properties = JSON.parse('{"__proto__":"BR"}');
  const params = { appId };
  const property = { key: '__proto__', type: 'STRING' } as const;
  const { id: propertyId } = await shop.admin.call(createProperty, { params, body: property });
  await editor.ask('create_toggle', {
    ...{ application: LAB, name: 'named', values: ['enabled', 'disabled'] },
    defaultValue: 'disabled',
  });
  const inBrazil = { property: '__proto__', expression: 'EQUALS', term: 'BR' };
  await editor.ask('save_rules', {
    ...{ application: LAB, environment: 'Test', toggle: 'named', reason: 'a try' },
    rules: [
      { ...rulesFor('enabled')[0], type: 'PROPERTY', propertyRule: inBrazil },
      ...rulesFor('disabled'),
    ],
  });
  const given = { application: LAB, environment: 'Test', toggle: 'named', uid: 'ana' };
  const explained = await editor.ask('explain', { ...given, properties });
  expect(explained.structuredContent).toMatchObject({
    value: 'enabled',
    rules: [{ condition: { propertyId, seen: 'BR' } }, {}],
  });
  const refused = await editor.ask('explain', { ...given, properties: ['BR'] });
  expect(JSON.stringify(refused.content)).toContain('properties: not an object');
});

it('LIF-66: what is refused is told to the assistant with its code', async () => {
  await using editor = await openEditor('--allow-write');
  const wrong = { application: LAB, toggle: 'checkout', environment: 'Test', reason: 'a try' };
  const refused = await editor.ask('save_rules', { ...wrong, rules: rulesFor('none') });
  expect(refused.isError).toBe(true);
  expect(JSON.stringify(refused.content)).toContain('NO_VALUE_SPECIFIED');
  const unknown = await editor.ask('get_toggle', { application: LAB, toggle: 'nothing' });
  expect(JSON.stringify(unknown.content)).toContain('there is no toggle nothing');
  const unmeasured = await editor.ask('get_results', { application: LAB, toggle: 'checkout' });
  expect(unmeasured.isError).toBe(true);
  expect(JSON.stringify(unmeasured.content)).toContain('no analysis of checkout was started');
});

it('LIF-67: an answer has a hundred rows and 32 KB at most, and says how many there are besides', async () => {
  await using editor = await openEditor('--allow-write');
  for (let index = 0; index < 110; index++) {
    await editor.ask('create_toggle', {
      ...{ application: 'Shop', name: `toggle-${index}`, description: 'x'.repeat(100) },
      ...{ values: ['enabled', 'disabled', 'v'.repeat(200)], defaultValue: 'disabled' },
    });
  }
  const { structuredContent } = await editor.ask('list_toggles', { application: 'Shop' });
  const { rows, more } = structuredContent as { rows: unknown[]; more: number };
  expect(rows.length + more).toBe(110);
  expect(rows.length).toBeLessThanOrEqual(100);
  expect(Buffer.byteLength(JSON.stringify(structuredContent))).toBeLessThanOrEqual(32 * 1024);
});
