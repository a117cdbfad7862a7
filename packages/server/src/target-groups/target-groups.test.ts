import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { ListedTargetGroup } from '@comporta/contract/target-groups/target-group-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { experimentTargetGroups } from '../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let countryId: string;
let ageId: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/target-groups`;
  countryId = await createProperty(application.id, 'country', 'STRING');
  ageId = await createProperty(application.id, 'age', 'NUMERIC');
});
afterAll(() => server.close());

async function createProperty(applicationId: string, key: string, type: string): Promise<string> {
  const { body } = await server.call<Property>('POST', `/api/apps/${applicationId}/properties`, {
    token: admin.token,
    body: { key, type },
  });
  return body.id;
}

function call<Body = TargetGroup>(method: string, url: string, body?: object) {
  return server.call<Body>(method, url, { token: admin.token, body });
}

function draft(changes: object = {}) {
  const conditions = [{ propertyId: countryId, expression: 'EQUALS', term: 'BR' }];
  return { name: `Group ${newId()}`, policy: 'AND', conditions, ...changes };
}

const create = (changes: object = {}) => call('POST', path, draft(changes));

async function listed(): Promise<ListedTargetGroup[]> {
  return (await call<ListedTargetGroup[]>('GET', path)).body;
}

/** Creates an experiment whose first rule uses the group. */
async function useInExperiment(targetGroupId: string, toggleName: string): Promise<string> {
  const toggleId = await createToggle(server, application.id, { name: toggleName });
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
  const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [targetGroupId] } as const;
  const experimentId = await createExperiment(server, application, toggleId, [
    { type: 'TARGET_GROUP', targetGroupRule, valueSpec },
    { type: 'ALL_USERS', valueSpec },
  ]);
  await server.database.sql
    .insert(experimentTargetGroups)
    .values({ applicationId: application.id, experimentId, targetGroupId });
  return experimentId;
}

describe('target groups', () => {
  it('what was saved is what is read and listed, each condition with the type of its property', async () => {
    const created = await create({
      name: ' Adults ',
      description: ' In Brazil ',
      policy: 'OR',
      conditions: [
        { propertyId: countryId, propertyType: 'DATE', expression: 'IN', term: ' BR , PT ' },
        { propertyId: ageId, expression: 'GREATER_THAN_OR_EQUALS', term: '18' },
        { propertyId: 'uid', expression: 'EQUALS', term: 'ana' },
      ],
    });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      appId: application.id,
      name: 'Adults',
      description: 'In Brazil',
      policy: 'OR',
      conditions: [
        { propertyId: countryId, propertyType: 'STRING', expression: 'IN', term: 'BR,PT' },
        { propertyId: ageId, propertyType: 'NUMERIC', term: '18' },
        { propertyId: 'uid', propertyType: 'STRING', term: 'ana' },
      ],
      version: 1,
    });
    const read = await call('GET', `${path}/${created.body.id}`);
    expect(read.body).toEqual(created.body);
    expect(read.headers.etag).toBe('"1"');
    expect(await listed()).toContainEqual({ ...created.body, usedBy: [] });
  });

  it('are listed by name, whatever its case', async () => {
    const names = ['zeta', 'Alpha', 'beta'].map((name) => `order ${name}`);
    for (const name of names) await create({ name });
    const listedNames = (await listed()).map((group) => group.name);
    expect(listedNames.filter((name) => names.includes(name))).toEqual([
      'order Alpha',
      'order beta',
      'order zeta',
    ]);
  });

  it('a change is a new version; a condition keeps its id, and any other id is ignored', async () => {
    const { body } = await create();
    const [kept] = body.conditions;
    const changed = await call('PUT', `${path}/${body.id}`, {
      ...draft({ name: 'Renamed' }),
      conditions: [
        { ...kept, id: 'invented', term: 'PT' },
        { ...kept, term: 'FR' },
        { ...kept, term: 'ES' },
      ],
    });
    expect(changed.body).toMatchObject({ name: 'Renamed', version: 2 });
    const ids = changed.body.conditions.map((condition) => condition.id);
    expect(ids[1]).toBe(kept?.id);
    expect(new Set(ids).size).toBe(3);
    expect(ids).not.toContain('invented');
    expect((await call('GET', `${path}/${body.id}`)).body).toEqual(changed.body);
  });

  it('list the experiments that use them', async () => {
    const { body } = await create();
    const experimentId = await useInExperiment(body.id, 'uses-a-group');
    const group = (await listed()).find((one) => one.id === body.id);
    const envId = application.environmentIds[0];
    expect(group?.usedBy).toEqual([
      { type: 'experiment', id: experimentId, name: 'uses-a-group', envId },
    ]);
  });

  it.each([
    ['EMPTY_NAME', { name: ' ' }],
    ['NAME_TOO_LONG', { name: 'a'.repeat(51) }],
    ['DESCRIPTION_TOO_LONG', { description: 'a'.repeat(101) }],
    ['INVALID_POLICY', { policy: 'NONE' }],
    ['NO_CONDITIONS', { conditions: [] }],
    ['NO_CONDITIONS', { conditions: null }],
    ['NO_PROPERTY', { conditions: [{ expression: 'EQUALS', term: 'BR' }] }],
    ['INVALID_BODY', { conditions: 'country' }],
    ['INVALID_BODY', { name: 5 }],
  ])('%s: refuses %j and saves nothing', async (code, changes) => {
    const before = await listed();
    expect(await create(changes)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await listed()).toEqual(before);
  });

  it.each([
    ['NO_EXPRESSION', 'country', '', 'BR'],
    ['INVALID_EXPRESSION', 'country', 'GREATER_THAN', 'BR'],
    ['EMPTY_TERM', 'country', 'EQUALS', ''],
    ['INVALID_TERM_IN', 'country', 'IN', 'BR,,PT'],
    ['INVALID_REGEX', 'country', 'REGEX', '('],
    ['NOT_A_NUMBER', 'age', 'EQUALS', 'old'],
    ['NOT_A_NUMBER_IN', 'age', 'IN', '1,x'],
    ['LIMIT_EXCEEDED', 'country', 'EQUALS', 'a'.repeat(100_001)],
  ])('%s: meta_data says which condition: %s %s %.10j', async (code, key, expression, term) => {
    const valid = { propertyId: countryId, expression: 'EQUALS', term: 'BR' };
    const propertyId = key === 'age' ? ageId : countryId;
    const answer = await create({ conditions: [valid, { propertyId, expression, term }] });
    expect(answer).toMatchObject({
      status: 400,
      body: { error_code: code, meta_data: { condition: 2 } },
    });
  });

  it('NO_PROPERTY: a property of another application is refused like one that does not exist', async () => {
    const other = await createApplication(server, admin.accountId);
    const propertyId = await createProperty(other.id, 'theirs', 'STRING');
    const conditions = [{ propertyId, expression: 'EQUALS', term: 'x' }];
    expect(await create({ conditions })).toMatchObject({
      status: 400,
      body: { error_code: 'NO_PROPERTY' },
    });
  });

  it('DUPLICATE_NAME: names are unique within an application, whatever their case', async () => {
    await create({ name: 'Staff' });
    expect(await create({ name: 'STAFF ' })).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATE_NAME' },
    });
    const other = await create();
    const renamed = await call('PUT', `${path}/${other.body.id}`, draft({ name: 'staff' }));
    expect(renamed).toMatchObject({ status: 409, body: { error_code: 'DUPLICATE_NAME' } });
  });

  it('DUPLICATE_NAME: of 20 equal creates at once exactly one succeeds', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create({ name: 'Rush' })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('VERSION_CONFLICT: a stale If-Match changes nothing', async () => {
    const { body } = await create();
    const one = `${path}/${body.id}`;
    await call('PUT', one, draft());
    const stale = { token: admin.token, body: draft(), headers: { 'if-match': '"1"' } };
    expect(await server.call('PUT', one, stale)).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 2 } },
    });
    expect((await server.call('DELETE', one, stale)).status).toBe(412);
  });

  it('TARGET_GROUP_USED_IN_EXPERIMENT: a group in use stays, and the answer says where it is used', async () => {
    const { body } = await create();
    const experimentId = await useInExperiment(body.id, 'keeps-a-group');
    const envId = application.environmentIds[0];
    expect(await call('DELETE', `${path}/${body.id}`)).toMatchObject({
      status: 409,
      body: {
        error_code: 'TARGET_GROUP_USED_IN_EXPERIMENT',
        meta_data: {
          items: [{ type: 'experiment', id: experimentId, name: 'keeps-a-group', envId }],
        },
      },
    });
    expect((await call('GET', `${path}/${body.id}`)).status).toBe(200);
  });

  it('PROPERTY_USED_IN_TARGET_GROUPS: a property cannot be deleted while conditions use it', async () => {
    const propertyId = await createProperty(application.id, 'plan', 'STRING');
    const property = `/api/apps/${application.id}/properties/${propertyId}`;
    const uses = { conditions: [{ propertyId, expression: 'EQUALS', term: 'pro' }] };
    const { body } = await create(uses);
    expect(await call('DELETE', property)).toMatchObject({
      status: 409,
      body: {
        error_code: 'PROPERTY_USED_IN_TARGET_GROUPS',
        meta_data: { items: [{ type: 'targetGroup', id: body.id, name: body.name }] },
      },
    });
    await call('PUT', `${path}/${body.id}`, draft());
    expect((await call('DELETE', property)).status).toBe(204);
  });

  it('a deleted group is gone', async () => {
    const { body } = await create();
    expect((await call('DELETE', `${path}/${body.id}`)).status).toBe(204);
    expect(await call('GET', `${path}/${body.id}`)).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
    expect((await call('DELETE', `${path}/${body.id}`)).status).toBe(404);
  });

  it('belong to their application: other applications and companies cannot use them', async () => {
    const { body } = await create();
    const other = await createApplication(server, admin.accountId);
    const elsewhere = `/api/apps/${other.id}/target-groups/${body.id}`;
    for (const method of ['GET', 'PUT', 'DELETE']) {
      expect((await call(method, elsewhere, draft())).status).toBe(404);
    }
    const stranger = await createCompany(server);
    for (const url of [path, `${path}/${body.id}`]) {
      expect((await server.call('GET', url, { token: stranger.token })).status).toBe(404);
    }
  });

  it('FORBIDDEN: for a user without a grant for the application', async () => {
    const outsider = await createUser(server, admin.accountId);
    const insider = await createUser(server, admin.accountId, { apps: [application.id] });
    expect(await server.call('GET', path, { token: outsider.token })).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN' },
    });
    const created = await server.call('POST', path, { token: insider.token, body: draft() });
    expect(created.status).toBe(201);
  });
});
