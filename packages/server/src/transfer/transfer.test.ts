import {
  type ApplicationDocument,
  applicationDocumentSchema,
} from '@comporta/contract/transfer/application-document';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { accounts } from '../tables/accounts.ts';
import { createApplication, createCompany, type TestApplication } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' } };
const SHOP = z.parse(applicationDocumentSchema, {
  format: 'comporta-application-1',
  application: 'Shop',
  environments: ['Production', 'Staging'],
  properties: [
    { key: 'country', type: 'STRING', description: 'ISO 3166' },
    { key: 'version', type: 'SEMANTIC_VERSION', description: '' },
  ],
  targetGroups: [
    {
      name: 'Brazil',
      description: '',
      policy: 'OR',
      conditions: [
        { property: 'country', expression: 'EQUALS', term: 'BR' },
        { property: 'uid', expression: 'IN', term: 'ana,bob' },
      ],
    },
  ],
  toggles: [
    {
      name: 'cart',
      description: '',
      values: ['enabled', 'disabled'],
      defaultValue: 'disabled',
      valueType: 'BOOLEAN',
      availableToClients: false,
      tags: [],
      lifetime: 'TEMPORARY',
      removeBy: null,
      archived: false,
    },
    {
      name: 'colour',
      description: 'Of the button',
      values: ['red', 'green', 'blue'],
      defaultValue: 'red',
      valueType: 'STRING',
      availableToClients: true,
      tags: [],
      lifetime: 'TEMPORARY',
      removeBy: null,
      archived: false,
    },
  ],
  experiments: [
    {
      environment: 'Production',
      toggle: 'cart',
      status: 'PAUSED',
      salt: 'cart-group',
      buckets: 100,
      rules: [
        {
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Brazil'] },
          versionRule: { property: 'version', expression: 'GREATER_THAN', term: '1.2.3' },
          valueSpec: { type: 'SPLIT', split: { enabled: 30, disabled: 70 } },
        },
        EVERYONE,
      ],
    },
    {
      environment: 'Production',
      toggle: 'colour',
      status: 'ACTIVE',
      salt: 'colours',
      buckets: 10_000,
      rules: [
        {
          type: 'TOGGLE_DEPENDENCY',
          toggleDependencyRule: { toggle: 'cart', value: 'enabled' },
          valueSpec: { type: 'EXACT_VALUE', exactValue: 'blue' },
        },
        { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'green' } },
      ],
    },
  ],
});

let server: TestServer;
let application: TestApplication;
let accountId: string;
let token: string;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"TRIAL":{"MAX_FEATURE_TOGGLES":1}}' });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ accountId, token } = await createCompany(server));
  application = await createApplication(server, accountId, ['Production']);
});

function bring(document: unknown, query = '') {
  const path = `/api/apps/${application.id}/import${query}`;
  return server.call<{ changes: object[]; error_code: string; meta_data: object }>('POST', path, {
    token,
    body: document,
  });
}

async function exported(): Promise<ApplicationDocument> {
  const path = `/api/apps/${application.id}/export`;
  return (await server.call<ApplicationDocument>('GET', path, { token })).body;
}

async function auditTotal(): Promise<number> {
  const path = `/api/apps/${application.id}/audit-logs?size=100`;
  return (await server.call<{ items: object[] }>('GET', path, { token })).body.items.length;
}

describe('an application as a document', () => {
  it('is exported as it was imported, even if rules depend on paused experiments', async () => {
    const { status, body } = await bring(SHOP);
    expect({ status, body }).toMatchObject({ status: 200, body: { changes: { length: 8 } } });
    const { application: _name, ...rest } = await exported();
    expect({ application: 'Shop', ...rest }).toEqual(SHOP);
  });

  it('equal applications export equal text, whatever their ids', async () => {
    await bring(SHOP);
    const first = JSON.stringify({ ...(await exported()), application: '' });
    const { accountId, token: other } = await createCompany(server);
    application = await createApplication(server, accountId, ['Production']);
    token = other;
    await bring({
      ...SHOP,
      toggles: SHOP.toggles.toReversed(),
      experiments: SHOP.experiments.toReversed(),
    });
    expect(JSON.stringify({ ...(await exported()), application: '' })).toBe(first);
  });

  it('T14: an earlier document has no client availability: stored toggles keep theirs, new ones are available', async () => {
    const before = {
      ...SHOP,
      toggles: SHOP.toggles.map(({ availableToClients: _, ...toggle }) => toggle),
    };
    await bring({ ...before, toggles: before.toggles.slice(1), experiments: [] });
    expect((await exported()).toggles).toMatchObject([{ availableToClients: true }]);
    await bring(SHOP);
    expect((await bring(before)).body.changes).toEqual([]);
    expect((await exported()).toggles).toEqual(SHOP.toggles);
  });

  it('changes and records nothing the second time', async () => {
    await bring(SHOP);
    const before = await auditTotal();
    expect((await bring(SHOP, '?deleteOthers=true')).body).toEqual({ dryRun: false, changes: [] });
    expect(await auditTotal()).toBe(before);
  });

  it('records each change as a single save does', async () => {
    await bring(SHOP);
    // One environment, two properties, a group, two toggles, two experiments, one of them then paused.
    expect(await auditTotal()).toBe(9);
  });

  it('a dry run answers the same plan and changes nothing', async () => {
    const empty = await exported();
    const before = await auditTotal();
    const plan = await bring(SHOP, '?dryRun=true');
    expect(await auditTotal()).toBe(before);
    expect(await exported()).toEqual(empty);
    expect(plan.body).toMatchObject({ dryRun: true });
    expect((await bring(SHOP)).body.changes).toEqual(plan.body.changes);
  });

  it('nothing is half applied: a refusal names the entity and undoes the rest', async () => {
    const empty = await exported();
    const [property, ...others] = SHOP.properties;
    for (const query of ['', '?dryRun=true']) {
      const { status, body } = await bring({ ...SHOP, properties: others }, query);
      expect(status).toBe(400);
      expect(body).toMatchObject({
        error_code: 'NO_PROPERTY',
        meta_data: { condition: 1, at: { type: 'targetGroup', name: 'Brazil' } },
      });
      expect(await exported()).toEqual(empty);
    }
    expect(property?.key).toBe('country');
  });

  it('T27: archives no toggle that an experiment needs, like a save by a user', async () => {
    await bring(SHOP);
    const before = await exported();
    for (const query of ['', '?dryRun=true']) {
      const toggles = SHOP.toggles.map((toggle) => ({
        ...toggle,
        archived: toggle.name === 'cart',
      }));
      expect(await bring({ ...SHOP, toggles }, query)).toMatchObject({
        status: 409,
        body: {
          error_code: 'EXPERIMENT_EXISTS',
          meta_data: { at: { type: 'toggle', name: 'cart' } },
        },
      });
      expect(await exported()).toEqual(before);
    }
  });

  it('HOS-05, FAIR-61: refuses an archived toggle with an experiment, also a new one, and keeps what is stored so', async () => {
    const toggles = SHOP.toggles.map((toggle) => ({ ...toggle, archived: true }));
    const refused = { error_code: 'EXPERIMENT_EXISTS', meta_data: { at: { name: 'cart' } } };
    for (const query of ['?dryRun=true', '']) {
      const answer = await bring({ ...SHOP, toggles }, query);
      expect(answer).toMatchObject({ status: 409, body: refused });
    }
    await bring({ ...SHOP, experiments: SHOP.experiments.slice(0, 1) });
    await server.database.sql.execute(raw`update toggles set archived = true`);
    const before = await exported();
    expect((await bring(before)).body).toMatchObject({ changes: [] });
    const [, second] = SHOP.experiments;
    const red = { ...EVERYONE, valueSpec: { type: 'EXACT_VALUE', exactValue: 'red' } };
    const experiments = [{ ...second, rules: [red] }];
    const more = await bring({ ...SHOP, toggles, experiments });
    expect(more).toMatchObject({
      body: { error_code: 'EXPERIMENT_EXISTS', meta_data: { at: { name: 'colour' } } },
    });
  });

  it('T27: adds no more different tags than an application may have, like a save by a user', async () => {
    await bring(SHOP);
    const tags = Array.from({ length: 10 }, (_, index) => `tag-${index}`);
    const tagged = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...SHOP.toggles[0],
        name: `tagged-${index}`,
        tags: tags.map((tag) => `${tag}-${index}`),
      }));
    const document = (count: number) => ({ ...SHOP, toggles: [...SHOP.toggles, ...tagged(count)] });
    expect((await bring(document(20))).status).toBe(200);
    expect(await bring(document(21))).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'tags', limit: 200 } },
    });
    expect((await exported()).toggles).toHaveLength(SHOP.toggles.length + 20);
  });

  it('MAX_FEATURE_TOGGLES_LIMIT_REACHED: only for an import that adds toggles; a lowered plan lets others through', async () => {
    await bring(SHOP);
    await server.database.sql
      .update(accounts)
      .set({ plan: 'TRIAL' })
      .where(eq(accounts.id, accountId));
    const [cart, ...others] = SHOP.toggles;
    const described = { ...SHOP, toggles: [{ ...cart, description: 'Of the shop' }, ...others] };
    const larger = { ...SHOP, toggles: [...SHOP.toggles, { ...cart, name: 'basket' }] };
    for (const query of ['?dryRun=true', '']) {
      expect((await bring(described, query)).status).toBe(200);
      expect(await bring(larger, query)).toMatchObject({
        status: 409,
        body: {
          error_code: 'MAX_FEATURE_TOGGLES_LIMIT_REACHED',
          meta_data: { 'max-toggles': 1 },
        },
      });
    }
  });

  it('values, rules and dependencies may change in one import', async () => {
    await bring(SHOP);
    const [cart, colour] = SHOP.toggles;
    const [ofCart, ofColour] = SHOP.experiments;
    const next = {
      ...SHOP,
      toggles: [
        { ...cart, values: ['on', 'off'], defaultValue: 'off', valueType: 'STRING' },
        { ...colour, values: ['1', '2'], defaultValue: '2', valueType: 'NUMBER' },
      ],
      experiments: [
        {
          ...ofCart,
          status: 'ACTIVE',
          rules: [
            {
              type: 'TOGGLE_DEPENDENCY',
              toggleDependencyRule: { toggle: 'colour', value: '1' },
              valueSpec: { type: 'EXACT_VALUE', exactValue: 'on' },
            },
            { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'off' } },
          ],
        },
        {
          ...ofColour,
          rules: [{ type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: '1' } }],
        },
      ],
    };
    const { status, body } = await bring(next);
    expect(status, JSON.stringify(body)).toBe(200);
    const { application: _name, ...rest } = await exported();
    expect({ application: 'Shop', ...rest }).toEqual(next);
  });

  it('another salt replaces the experiment, because it changes the values of users', async () => {
    await bring(SHOP);
    const [ofCart, ofColour] = SHOP.experiments;
    const experiments = [{ ...ofCart, salt: 'new' }, ofColour];
    const { body } = await bring({ ...SHOP, experiments });
    const what = { type: 'experiment', name: 'cart', environment: 'Production' };
    expect(body.changes).toEqual([
      { action: 'DELETE', ...what },
      { action: 'CREATE', ...what },
    ]);
  });

  it('CDW-18: carries which environments are near real users, and leaves settings that it does not have', async () => {
    await bring(SHOP);
    const plain = await exported();
    expect(plain).not.toHaveProperty('environmentSettings');
    const environmentSettings = [{ name: 'Staging', production: true }];
    const { body } = await bring({ ...SHOP, environmentSettings });
    expect(body.changes).toEqual([{ action: 'UPDATE', type: 'environment', name: 'Staging' }]);
    expect(await exported()).toEqual({ ...plain, environmentSettings });
    expect((await bring(SHOP)).body.changes).toEqual([]);
    expect((await bring(await exported())).body.changes).toEqual([]);
    const unset = [{ name: 'Staging', production: null }];
    await bring({ ...SHOP, environmentSettings: unset });
    expect(await exported()).toEqual(plain);
    const elsewhere = [{ name: 'Nowhere', production: true }];
    expect((await bring({ ...SHOP, environmentSettings: elsewhere })).body).toMatchObject({
      error_code: 'UNKNOWN_ENVIRONMENT',
      meta_data: { at: { type: 'environment', name: 'Nowhere' } },
    });
  });

  it('RES-25: carries which environments count bulk evaluation, and leaves settings that it does not have', async () => {
    await bring(SHOP);
    const plain = await exported();
    const environmentSettings = [{ name: 'Staging', countBulkAsExposure: true }];
    const { body } = await bring({ ...SHOP, environmentSettings });
    expect(body.changes).toEqual([{ action: 'UPDATE', type: 'environment', name: 'Staging' }]);
    expect(await exported()).toEqual({ ...plain, environmentSettings });
    const production = [{ name: 'Staging', production: true }];
    await bring({ ...SHOP, environmentSettings: production });
    const both = [{ name: 'Staging', production: true, countBulkAsExposure: true }];
    expect(await exported()).toEqual({ ...plain, environmentSettings: both });
    expect((await bring(await exported())).body.changes).toEqual([]);
    const none = [{ name: 'Staging', production: null, countBulkAsExposure: false }];
    await bring({ ...SHOP, environmentSettings: none });
    expect(await exported()).toEqual(plain);
  });

  it('entities that are not in the document stay, unless deleteOthers is set', async () => {
    await bring(SHOP);
    const none = { properties: [], targetGroups: [], toggles: [], experiments: [] };
    expect((await bring({ ...SHOP, ...none })).body.changes).toEqual([]);
    const { body } = await bring({ ...SHOP, ...none }, '?deleteOthers=true');
    expect(body.changes).toHaveLength(7);
    expect(await exported()).toMatchObject({ ...none, environments: SHOP.environments });
  });

  it.each([
    ['DUPLICATE_NAME', { toggles: [...SHOP.toggles, ...SHOP.toggles] }],
    ['DUPLICATE_KEY', { properties: [...SHOP.properties, ...SHOP.properties] }],
    ['TOGGLE_HAS_EXPERIMENT', { experiments: [...SHOP.experiments, ...SHOP.experiments] }],
    ['UNKNOWN_ENVIRONMENT', { environments: ['Staging'] }],
    ['INVALID_BODY', { format: 'comporta-application-2' }],
  ])('%s: documents that contradict themselves are refused', async (code, part) => {
    expect((await bring({ ...SHOP, ...part })).body).toMatchObject({ error_code: code });
  });
});
