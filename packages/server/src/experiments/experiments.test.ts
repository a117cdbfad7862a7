import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { ExperimentSummary } from '@comporta/contract/experiments/experiment-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createProperty,
  createTargetGroup,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let countryId: string;
let versionId: string;
let staffId: string;
let paymentsId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  path = `/api/apps/${application.id}/envs/${application.environmentIds[0]}/experiments`;
  countryId = await createProperty(server, application.id, { key: 'country', type: 'STRING' });
  versionId = await createProperty(server, application.id, {
    key: 'version',
    type: 'SEMANTIC_VERSION',
  });
  staffId = await createTargetGroup(server, application.id, { name: 'Staff', uids: 'ana,bob' });
  paymentsId = await createToggle(server, application.id, { name: 'payments' });
});
afterAll(() => server.close());

const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ENABLED };

function inCountry(term: string) {
  const propertyRule = { propertyId: countryId, expression: 'EQUALS', term };
  return { type: 'PROPERTY', propertyRule, valueSpec: ENABLED };
}
function newToggle(name?: string): Promise<string> {
  return createToggle(server, application.id, name === undefined ? {} : { name });
}
function create(toggleId: string, rules: readonly object[] = [EVERYONE]) {
  const body = { toggleId, rules };
  return server.call<Experiment>('POST', path, { token: admin.token, body });
}
async function saved(rules?: readonly object[]): Promise<Experiment> {
  return (await create(await newToggle(), rules)).body;
}
function edit({ id }: Experiment, body: object, headers: Record<string, string> = {}) {
  return server.call<Experiment>('PUT', `${path}/${id}`, { token: admin.token, body, headers });
}
function post({ id }: Experiment, action: string) {
  return server.call<Experiment>('POST', `${path}/${id}/${action}`, { token: admin.token });
}
async function get({ id }: Experiment): Promise<Experiment> {
  return (await server.call<Experiment>('GET', `${path}/${id}`, { token: admin.token })).body;
}
function entriesOf({ id }: Experiment) {
  return server.database.sql
    .select({
      action: auditEntries.action,
      name: auditEntries.entityName,
      environment: auditEntries.environmentName,
      before: auditEntries.before,
      after: auditEntries.after,
    })
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.sequence);
}
async function revisions(): Promise<number[]> {
  const rows = await server.database.sql
    .select({ revision: environments.revision })
    .from(environments)
    .where(eq(environments.applicationId, application.id))
    .orderBy(environments.position);
  return rows.map((row) => row.revision);
}

describe('experiments', () => {
  it('what was saved is what is read and listed, its rules numbered from 1', async () => {
    const toggleId = await newToggle('new-checkout');
    const versionRule = { propertyId: versionId, expression: 'GREATER_THAN', term: '2.0.0' };
    const split = { type: 'SPLIT', split: { enabled: 12.5, disabled: 87.5 } };
    const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [staffId] };
    const toggleDependencyRule = { toggleId: paymentsId, value: 'enabled' };
    const rules = [
      { order: 3, type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: ENABLED },
      { order: 7, ...EVERYONE, valueSpec: split },
      { order: 1, ...inCountry('BR'), versionRule },
      { order: 2, type: 'TARGET_GROUP', targetGroupRule, valueSpec: split },
    ];
    const created = await create(toggleId, rules);
    expect(created.status).toBe(201);
    expect(created.body).toEqual({
      id: expect.any(String),
      appId: application.id,
      envId: application.environmentIds[0],
      toggleId,
      toggleName: 'new-checkout',
      status: 'ACTIVE',
      salt: expect.stringMatching(/.{16}/),
      buckets: 10_000,
      version: 1,
      lastChanged: { at: expect.any(String), by: { id: admin.id, name: 'Ana' } },
      rules: [
        { ...rules[2], order: 1, id: expect.any(String) },
        { ...rules[3], order: 2, id: expect.any(String) },
        { ...rules[0], order: 3, id: expect.any(String) },
        { ...rules[1], order: 4, id: expect.any(String) },
      ],
    });
    expect(await get(created.body)).toEqual(created.body);
    const { body } = await server.call<Experiment[]>('GET', path, { token: admin.token });
    expect(body).toContainEqual(created.body);
  });

  it('an edit keeps salt and status; the audit log has the names of what the rules use', async () => {
    const targetGroupRule = { policy: 'NONE_OF', targetGroupsIds: [staffId] };
    const experiment = await saved([
      { type: 'TARGET_GROUP', targetGroupRule, valueSpec: ENABLED },
      EVERYONE,
    ]);
    await post(experiment, 'pause');
    const changed = await edit(experiment, {
      status: 'ACTIVE',
      id: 'ignored',
      rules: [inCountry('PT'), EVERYONE],
    });
    expect(changed).toMatchObject({
      status: 200,
      body: { id: experiment.id, status: 'PAUSED', salt: experiment.salt, version: 3 },
    });
    expect(await get(experiment)).toEqual(changed.body);

    const toggle = experiment.toggleName;
    const everyone = { type: 'ALL_USERS', valueSpec: ENABLED };
    expect(await entriesOf(experiment)).toEqual([
      {
        action: 'CREATED',
        name: toggle,
        environment: 'Production',
        before: null,
        after: {
          toggle,
          status: 'ACTIVE',
          rules: [
            {
              type: 'TARGET_GROUP',
              targetGroupRule: { policy: 'NONE_OF', targetGroups: ['Staff'] },
              valueSpec: ENABLED,
            },
            everyone,
          ],
        },
      },
      expect.objectContaining({ action: 'PAUSED' }),
      expect.objectContaining({
        action: 'EDITED',
        before: expect.objectContaining({ status: 'PAUSED' }),
        after: {
          toggle,
          status: 'PAUSED',
          rules: [
            {
              type: 'PROPERTY',
              propertyRule: {
                property: 'country',
                type: 'STRING',
                expression: 'EQUALS',
                term: 'PT',
              },
              valueSpec: ENABLED,
            },
            everyone,
          ],
        },
      }),
    ]);
  });

  it('the summaries contain the state of every environment', async () => {
    const experiment = await saved([inCountry('BR'), EVERYONE]);
    await post(experiment, `to/${application.environmentIds[1]}`);
    await post(experiment, 'pause');
    const all = `/api/apps/${application.id}/experiments`;
    const { body } = await server.call<ExperimentSummary[]>('GET', all, { token: admin.token });
    const { toggleId } = experiment;
    const [production, staging] = application.environmentIds;
    const mine = body.filter((summary) => summary.toggleId === toggleId);
    expect(mine).toHaveLength(2);
    expect(mine).toContainEqual({
      id: experiment.id,
      envId: production,
      toggleId,
      status: 'PAUSED',
      ruleCount: 2,
      outcome: { type: 'EVERYONE', value: 'enabled' },
      dependents: [],
      version: 2,
      lastChanged: { at: expect.any(String), by: { id: admin.id, name: 'Ana' } },
    });
    expect(mine).toContainEqual(
      expect.objectContaining({ envId: staging, status: 'ACTIVE', ruleCount: 2 }),
    );
  });

  it('pause and restart answer with the status, and do nothing the second time', async () => {
    const experiment = await saved();
    for (const [action, status] of [
      ['pause', 'PAUSED'],
      ['restart', 'ACTIVE'],
    ] as const) {
      expect(await post(experiment, action)).toMatchObject({ status: 200, body: { status } });
      const before = await revisions();
      expect(await post(experiment, action)).toMatchObject({ status: 200, body: { status } });
      expect(await revisions()).toEqual(before);
    }
    expect(await entriesOf(experiment)).toMatchObject([
      { action: 'CREATED' },
      { action: 'PAUSED', before: { status: 'ACTIVE' }, after: { status: 'PAUSED' } },
      { action: 'RESTARTED', before: { status: 'PAUSED' }, after: { status: 'ACTIVE' } },
    ]);
    expect(await get(experiment)).toMatchObject({ status: 'ACTIVE', version: 3 });
  });

  it('a change raises the revision of its own environment only', async () => {
    const before = await revisions();
    await saved();
    const after = await revisions();
    expect(after[0]).toBeGreaterThan(before[0] ?? 0);
    expect(after[1]).toBe(before[1]);
  });

  it('a deleted experiment is gone, and its toggle may have another', async () => {
    const experiment = await saved();
    const remove = () => server.call('DELETE', `${path}/${experiment.id}`, { token: admin.token });
    expect((await remove()).status).toBe(204);
    expect(await remove()).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect((await create(experiment.toggleId)).status).toBe(201);
  });

  it('VERSION_CONFLICT: a stale If-Match changes nothing', async () => {
    const experiment = await saved();
    const seen = { 'if-match': '"1"' };
    const changed = { rules: [inCountry('BR'), EVERYONE] };
    expect((await edit(experiment, changed, seen)).status).toBe(200);
    expect(await edit(experiment, { rules: [EVERYONE] }, seen)).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 2, saved_by: 'Ana' } },
    });
  });

  it('TOGGLE_LOCKED: the toggle of an experiment cannot change; left out, it stays', async () => {
    const experiment = await saved();
    const other = { toggleId: await newToggle(), rules: [EVERYONE] };
    expect(await edit(experiment, other)).toMatchObject({
      status: 400,
      body: { error_code: 'TOGGLE_LOCKED' },
    });
    expect(await edit(experiment, { rules: [EVERYONE] })).toMatchObject({
      status: 200,
      body: { toggleId: experiment.toggleId },
    });
  });
});

describe('a refused save', () => {
  it('has the code of the first failing rule and names all failing rules', async () => {
    const toggleId = await newToggle();
    const noTerm = { ...inCountry(''), order: 2 };
    const wrongSplit = {
      ...EVERYONE,
      order: 3,
      valueSpec: { type: 'SPLIT', split: { enabled: 60, disabled: 39 } },
    };
    const refused = await create(toggleId, [wrongSplit, noTerm, { ...inCountry('BR'), order: 1 }]);
    expect(refused).toMatchObject({
      status: 400,
      body: {
        error_code: 'EMPTY_TERM',
        meta_data: {
          rules: [
            { order: 2, code: 'EMPTY_TERM' },
            { order: 3, code: 'WRONG_SPLIT_PERCENTAGES' },
          ],
        },
      },
    });
    const { body } = await server.call<Experiment[]>('GET', path, { token: admin.token });
    expect(body.map((experiment) => experiment.toggleId)).not.toContain(toggleId);
  });

  it.each<[string, () => readonly object[]]>([
    ['NO_RULES', () => []],
    ['NO_CATCH_ALL', () => [inCountry('BR')]],
    ['INVALID_RULE_TYPE', () => [{ valueSpec: ENABLED }, EVERYONE]],
    ['INCOMPLETE_PROPERTY_RULE', () => [{ type: 'PROPERTY', valueSpec: ENABLED }, EVERYONE]],
    ['NO_VALUE_SPECIFIED', () => [{ type: 'ALL_USERS' }]],
    ['NO_SPLIT_RULES_SPECIFIED', () => [{ ...EVERYONE, valueSpec: { type: 'SPLIT' } }]],
    ['LIMIT_EXCEEDED', () => Array(101).fill(EVERYONE)],
    [
      'VERSION_INVALID_SEMVER',
      () => {
        const versionRule = { propertyId: versionId, expression: 'EQUALS', term: '1.0' };
        return [{ ...EVERYONE, versionRule }, EVERYONE];
      },
    ],
  ])('%s, on create and on edit', async (code, rules) => {
    const refused = { status: 400, body: { error_code: code } };
    expect(await create(await newToggle(), rules())).toMatchObject(refused);
    const experiment = await saved();
    expect(await edit(experiment, { rules: rules() })).toMatchObject(refused);
    expect(await get(experiment)).toEqual(experiment);
  });

  it('INVALID_BODY: rules are a list', async () => {
    const body = { toggleId: await newToggle(), rules: 'all' };
    expect(await server.call('POST', path, { token: admin.token, body })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_BODY' },
    });
  });
});
