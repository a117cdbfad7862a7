import type { Experiment } from '@comporta/contract/experiments/experiment';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createProperty,
  createTargetGroup,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { transactionsOf } from '../testing/connections/statements-of.ts';
import { openMeasuredShop } from '../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let envId: string;
let country: string;
let staff: string;
let nav: string;
let checkout: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
});
afterAll(() => server.close());

beforeEach(async () => {
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  [envId = ''] = application.environmentIds;
  country = await createProperty(server, application.id, { key: 'country', type: 'STRING' });
  staff = await createTargetGroup(server, application.id, { name: 'Staff', uids: 'ana' });
  nav = await createToggle(server, application.id, { name: 'nav' });
  checkout = await createToggle(server, application.id, { name: 'checkout' });
});

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const DISABLED = { type: 'EXACT_VALUE', exactValue: 'disabled' };

const inBrazil = () => ({
  type: 'PROPERTY',
  propertyRule: { propertyId: country, expression: 'EQUALS', term: 'BR' },
});
const inStaff = () => ({
  type: 'TARGET_GROUP',
  targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [staff] },
});
const withNav = () => ({
  type: 'TOGGLE_DEPENDENCY',
  toggleDependencyRule: { toggleId: nav, value: 'enabled' },
});
function combined(policy: 'AND' | 'OR', ...conditions: readonly object[]) {
  return { type: 'COMBINED', combinedRule: { policy, conditions }, valueSpec: ENABLED };
}

function call<Body>(method: string, path: string, body?: object) {
  return server.call<Body>(method, `/api/apps/${application.id}${path}`, {
    token: admin.token,
    ...(body && { body }),
  });
}
function create(toggleId: string, ...rules: readonly object[]) {
  const everyone = { type: 'ALL_USERS', valueSpec: DISABLED };
  return call<Experiment>('POST', `/envs/${envId}/experiments`, {
    toggleId,
    rules: [...rules, everyone],
  });
}
function refusal(code: string, meta: object = {}) {
  return { body: { error_code: code, meta_data: meta } };
}

describe('RUL-23: what a combined rule names is found', () => {
  beforeEach(async () => {
    await create(checkout, combined('AND', inBrazil(), inStaff(), withNav()));
  });

  it('is not deleted: property, group, toggle; each says where it is used', async () => {
    expect(await call('DELETE', `/properties/${country}`)).toMatchObject(
      refusal('PROPERTY_USED_IN_EXPERIMENTS', { items: [{ name: 'checkout', envId }] }),
    );
    expect(await call('DELETE', `/target-groups/${staff}`)).toMatchObject(
      refusal('TARGET_GROUP_USED_IN_EXPERIMENT', { items: [{ name: 'checkout', envId }] }),
    );
    expect(await call('DELETE', `/toggles/${nav}`)).toMatchObject(
      refusal('EXPERIMENT_DEPENDENCY_EXISTS'),
    );
    const { body } = await call<{ id: string; usedBy: object[] }[]>('GET', '/target-groups');
    expect(body.find(({ id }) => id === staff)?.usedBy).toMatchObject([{ name: 'checkout' }]);
  });

  it('VALUE_IN_USE: a value that it waits for is not removed', async () => {
    const draft = { name: 'nav', values: ['disabled', 'other'], defaultValue: 'disabled' };
    expect(await call('PUT', `/toggles/${nav}`, draft)).toMatchObject(
      refusal('VALUE_IN_USE', { value: 'enabled' }),
    );
  });

  it('a cycle is found at its place', async () => {
    const dependency = { toggleId: checkout, value: 'enabled' };
    const part = { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: dependency };
    expect(await create(nav, combined('OR', inStaff(), part))).toMatchObject(
      refusal('CIRCULAR_TOGGLE_DEPENDENCY', {
        toggle_id: checkout,
        at: ['rules', 0, 'combinedRule', 'conditions', 1, 'toggleDependencyRule', 'toggleId'],
      }),
    );
  });

  it('a new dependency on a paused toggle is refused at its place', async () => {
    const paused = await createToggle(server, application.id, { name: 'paused' });
    const { body } = await create(paused);
    await call('POST', `/envs/${envId}/experiments/${body.id}/pause`);
    const part = {
      type: 'TOGGLE_DEPENDENCY',
      toggleDependencyRule: { toggleId: paused, value: 'enabled' },
    };
    const other = await createToggle(server, application.id, { name: 'other' });
    expect(await create(other, combined('AND', inBrazil(), part))).toMatchObject(
      refusal('TOGGLE_DEPENDENCY_NON_ACTIVE_EXPERIMENT', {
        at: ['rules', 0, 'combinedRule', 'conditions', 1, 'toggleDependencyRule', 'toggleId'],
      }),
    );
  });

  it('SAF-21: a change of the group touches the environment, and is served', async () => {
    const key = await createEnvironmentKey(server, envId);
    await create(nav, { ...inBrazil(), valueSpec: ENABLED });
    const value = async (uid: string) => {
      const { body } = await server.call<{ checkout: string }>('POST', '/api/toggles', {
        token: key,
        body: { uid, properties: { country: 'BR' } },
      });
      return body.checkout;
    };
    expect([await value('ana'), await value('eva')]).toEqual(['enabled', 'disabled']);
    const conditions = [{ propertyId: 'uid', expression: 'EQUALS', term: 'eva' }];
    await call('PUT', `/target-groups/${staff}`, { name: 'Staff', policy: 'OR', conditions });
    expect([await value('ana'), await value('eva')]).toEqual(['disabled', 'enabled']);
    const log = await call<{ items: { entity: { id: string } }[] }>(
      'GET',
      `/audit-logs?envId=${envId}&entity=${staff}`,
    );
    expect(log.body.items.map(({ entity }) => entity.id)).toContain(staff);
  });
});

it('T03: patterns in combined rules count for the limit of the application', async () => {
  const pattern = (term: string) => ({
    type: 'PROPERTY',
    propertyRule: { propertyId: country, expression: 'REGEX', term },
  });
  // Each has about 480 instructions; ten of them are within the limit.
  const large = Array.from({ length: 10 }, (_, index) => pattern(`[a-z]{480}[^${index}]`));
  const answer = await create(checkout, combined('OR', ...large));
  expect(answer.status).toBe(201);
  const other = await createToggle(server, application.id, { name: 'other' });
  expect(await create(other, combined('OR', inBrazil(), pattern('[a-z]{480}')))).toMatchObject(
    refusal('LIMIT_EXCEEDED', {
      field: 'regex',
      at: ['rules', 0, 'combinedRule', 'conditions', 1, 'propertyRule', 'term'],
    }),
  );
});

it('RES-16: a change of what a part asks is marked in the phase of a measured rule below', async () => {
  const shop = await openMeasuredShop(server);
  const group = await createTargetGroup(server, shop.application.id, { name: 'G', uids: 'ana' });
  const needed = await createToggle(server, shop.application.id, { name: 'needed' });
  const base = `/api/apps/${shop.application.id}`;
  const token = shop.admin.token;
  const experiments = `${base}/envs/${shop.environmentId}/experiments`;
  const everyone = { type: 'ALL_USERS', valueSpec: DISABLED };
  const { body: other } = await server.call<Experiment>('POST', experiments, {
    token,
    body: { toggleId: needed, rules: [everyone] },
  });
  const parts = [
    { type: 'TARGET_GROUP', targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group] } },
    { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: { toggleId: needed, value: 'enabled' } },
  ];
  await shop.saveRules([combined('AND', ...parts), ...shop.experiment.rules]);
  await shop.start();
  const marks = async () => (await shop.results()).analysis.phases[0]?.audienceChangedAt;
  expect(await marks()).toEqual([]);
  await server.call('PUT', `${base}/target-groups/${group}`, {
    token,
    body: {
      name: 'G',
      policy: 'OR',
      conditions: [{ propertyId: 'uid', expression: 'EQUALS', term: 'eva' }],
    },
  });
  expect(await marks()).toHaveLength(1);
  await server.call('PUT', `${experiments}/${other.id}`, {
    token,
    body: { rules: [{ ...everyone, valueSpec: ENABLED }] },
  });
  expect(await marks()).toHaveLength(2);
});

it('RUL-60: a document names the parts, goes into another application, and changes nothing at home', async () => {
  await create(checkout, { ...combined('OR', inBrazil(), inStaff(), withNav()), name: 'Pilot' });
  const { body: document } = await call<Record<string, unknown>>('GET', '/export');
  expect(document).toMatchObject({
    experiments: [
      {
        toggle: 'checkout',
        rules: [
          {
            name: 'Pilot',
            type: 'COMBINED',
            combinedRule: {
              policy: 'OR',
              conditions: [
                {
                  type: 'PROPERTY',
                  propertyRule: { property: 'country', expression: 'EQUALS', term: 'BR' },
                },
                {
                  type: 'TARGET_GROUP',
                  targetGroupRule: { policy: 'ANY_OF', targetGroups: ['Staff'] },
                },
                {
                  type: 'TOGGLE_DEPENDENCY',
                  toggleDependencyRule: { toggle: 'nav', value: 'enabled' },
                },
              ],
            },
            valueSpec: ENABLED,
          },
          { type: 'ALL_USERS' },
        ],
      },
    ],
  });
  const again = await call<{ changes: object[] }>('POST', '/import', document);
  expect(again.body.changes).toEqual([]);
  const other = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  const path = `/api/apps/${other.id}`;
  const { token } = admin;
  const imported = await server.call('POST', `${path}/import`, { token, body: document });
  expect(imported.status).toBe(200);
  const copy = await server.call<object>('GET', `${path}/export`, { token });
  expect({ ...copy.body, application: '' }).toEqual({ ...document, application: '' });
});

it('RUL-63: an import needs as many statements for rules of three conditions as for rules of one', async () => {
  for (const toggleId of [checkout, nav])
    await create(toggleId, { ...inBrazil(), valueSpec: ENABLED });
  type Document = { readonly experiments: readonly { readonly rules: readonly object[] }[] };
  const { body: document } = await call<Document>('GET', '/export');
  const named = ['BR', 'PT', 'AO'].map((term) => ({
    type: 'PROPERTY',
    propertyRule: { property: 'country', expression: 'EQUALS', term },
  }));
  const statementsWith = async (rule: object) => {
    const { id } = await createApplication(server, admin.accountId, ['Production', 'Staging']);
    const experiments = document.experiments.map((experiment) => {
      return { ...experiment, rules: [rule, ...experiment.rules.slice(1)] };
    });
    const transactions = await transactionsOf(async () => {
      const path = `/api/apps/${id}/import`;
      const body = { ...document, experiments };
      expect(await server.call('POST', path, { token: admin.token, body })).toMatchObject({
        status: 200,
      });
    });
    return transactions.find((all) => all.some((text) => text.includes('into "experiments"')))
      ?.length;
  };
  const simple = await statementsWith({ ...named[0], valueSpec: ENABLED });
  expect(simple).toBeGreaterThan(5);
  // The release of the nodes is asked for once, because a new word comes in.
  expect(await statementsWith(combined('AND', ...named))).toBe((simple ?? 0) + 1);
});

it('RUL-60: the audit log and the next version have the sentence of the rule', async () => {
  const { body } = await create(checkout, combined('OR', inBrazil(), withNav()));
  const rules = [combined('AND', inBrazil(), withNav()), ...body.rules.slice(1)];
  await call('PUT', `/envs/${envId}/experiments/${body.id}`, { rules });
  const log = await call<{ items: { items: string[] }[] }>('GET', `/audit-logs?entity=${body.id}`);
  expect(log.body.items.map(({ items }) => items)).toEqual([
    [
      'Rule #1: country equals BR or nav returns enabled: enabled → country equals BR and nav returns enabled: enabled',
    ],
    expect.arrayContaining(['Rule #1: country equals BR or nav returns enabled: enabled']),
  ]);
});

it('RUL-21: one condition that remains is stored, and kept, as a rule of its own type', async () => {
  const { body } = await create(checkout, combined('OR', inBrazil(), inBrazil()));
  expect(body.rules[0]).toEqual({
    id: expect.any(String),
    order: 1,
    ...inBrazil(),
    valueSpec: ENABLED,
  });
  const path = `/envs/${envId}/experiments/${body.id}`;
  const rules = [combined('AND', inBrazil()), ...body.rules.slice(1)];
  const { body: saved } = await call<Experiment>('PUT', path, { rules });
  expect(saved).toEqual(body);
});

it('RUL-45: explain traces every condition of a draft, also those that did not decide', async () => {
  const rules = [
    combined('OR', inBrazil(), inStaff(), withNav()),
    { type: 'ALL_USERS', valueSpec: DISABLED },
  ];
  const { body } = await call<object[]>('POST', `/envs/${envId}/evaluate`, {
    uid: 'eva',
    properties: { country: 'BR' },
    draft: { toggleId: checkout, rules },
  });
  expect(body).toMatchObject([
    {
      toggle: 'checkout',
      rules: [
        {
          type: 'COMBINED',
          policy: 'OR',
          result: 'MATCHED',
          conditions: [
            { holds: true, type: 'PROPERTY', condition: { seen: 'BR' } },
            { holds: false, type: 'TARGET_GROUP', groups: [{ name: 'Staff', holds: false }] },
            { holds: false, type: 'TOGGLE_DEPENDENCY', dependency: { value: 'enabled' } },
          ],
        },
        { result: 'NOT_REACHED' },
      ],
    },
  ]);
});
