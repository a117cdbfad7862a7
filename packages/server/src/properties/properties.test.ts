import type { Property } from '@comporta/contract/properties/property';
import type { ListedProperty } from '@comporta/contract/properties/property-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/properties`;
});
afterAll(() => server.close());

function create(body: object, headers: Record<string, string> = {}) {
  return server.call<Property>('POST', path, { token: admin.token, body, headers });
}

async function keysListed(): Promise<string[]> {
  const { body } = await server.call<Property[]>('GET', path, { token: admin.token });
  return body.map((property) => property.key);
}

describe('properties', () => {
  it('what was saved is what is read and listed', async () => {
    const created = await create({ key: ' country ', type: 'STRING', description: 'ISO code' });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ key: 'country', type: 'STRING', description: 'ISO code' });

    const one = `${path}/${created.body.id}`;
    const read = await server.call<Property>('GET', one, { token: admin.token });
    expect(read.body).toEqual(created.body);
    expect(read.headers.etag).toBe('"1"');
    expect(await keysListed()).toContain('country');
  });

  it('a change is a new version; its type stays', async () => {
    const { body } = await create({ key: 'plan', type: 'STRING' });
    const one = `${path}/${body.id}`;
    const changed = await server.call<Property>('PUT', one, {
      token: admin.token,
      body: { key: 'tier', type: 'STRING', description: 'Paid tier' },
    });
    expect(changed.status).toBe(200);
    expect(changed.body).toMatchObject({ key: 'tier', description: 'Paid tier', version: 2 });
  });

  it('TYPE_LOCKED: the type of a saved property cannot change', async () => {
    const { body } = await create({ key: 'age', type: 'NUMERIC' });
    const refused = await server.call('PUT', `${path}/${body.id}`, {
      token: admin.token,
      body: { key: 'age', type: 'STRING' },
    });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'TYPE_LOCKED' } });
  });

  it.each([
    ['EMPTY_KEY', { key: '  ', type: 'STRING' }],
    ['INVALID_KEY', { key: 'país', type: 'STRING' }],
    ['INVALID_KEY', { key: '..', type: 'STRING' }],
    ['UID_FORBIDDEN', { key: 'uid', type: 'STRING' }],
    ['EMPTY_TYPE', { key: 'valid' }],
    ['LIMIT_EXCEEDED', { key: 'a'.repeat(101), type: 'STRING' }],
    ['INVALID_BODY', { key: 5, type: 'STRING' }],
  ])('%s: refuses %j and saves nothing', async (code, body) => {
    const before = await keysListed();
    expect(await create(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await keysListed()).toEqual(before);
  });

  it('DUPLICATE_KEY: keys are unique within an application, whatever their case', async () => {
    await create({ key: 'region', type: 'STRING' });
    expect(await create({ key: 'Region', type: 'STRING' })).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATE_KEY' },
    });
  });

  it('DUPLICATE_KEY: of 20 equal creates at once exactly one succeeds', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ key: 'parallel', type: 'STRING' })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('VERSION_CONFLICT: a stale If-Match changes nothing and says who saved last', async () => {
    const { body } = await create({ key: 'stale', type: 'STRING' });
    const one = `${path}/${body.id}`;
    const edit = (headers: Record<string, string>) =>
      server.call('PUT', one, {
        token: admin.token,
        body: { key: 'fresh', type: 'STRING' },
        headers,
      });
    expect((await edit({ 'if-match': '"1"' })).status).toBe(200);
    const refused = await edit({ 'if-match': '"1"' });
    expect(refused).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 2, saved_by: 'Ana' } },
    });
    const removal = await server.call('DELETE', one, {
      token: admin.token,
      headers: { 'if-match': '"1"' },
    });
    expect(removal.status).toBe(412);
  });

  it('the same Idempotency-Key gives the same answer; another body under it is refused', async () => {
    const key = { 'idempotency-key': 'a-key-of-the-caller' };
    const first = await create({ key: 'once', type: 'STRING' }, key);
    const again = await create({ key: 'once', type: 'STRING' }, key);
    expect(again).toMatchObject({ status: 201, body: first.body });
    expect(await create({ key: 'twice', type: 'STRING' }, key)).toMatchObject({
      status: 422,
      body: { error_code: 'IDEMPOTENCY_KEY_REUSED' },
    });
  });

  it('a deleted property is gone', async () => {
    const { body } = await create({ key: 'gone', type: 'DATE' });
    const one = `${path}/${body.id}`;
    expect((await server.call('DELETE', one, { token: admin.token })).status).toBe(204);
    expect(await server.call('GET', one, { token: admin.token })).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
  });

  it('CDW-50: PROPERTY_USED_IN_EXPERIMENTS, PROPERTY_USED_IN_TARGET_GROUPS: the refusal says where, and nothing is deleted', async () => {
    const { body } = await create({ key: 'in-use', type: 'STRING' });
    const condition = { propertyId: body.id, expression: 'EQUALS', term: 'BR' };
    const save = async (url: string, draft: object) => {
      const saved = await server.call<{ id: string }>('POST', url, {
        token: admin.token,
        body: draft,
      });
      expect(saved.status).toBe(201);
      return saved.body.id;
    };
    const inApplication = `/api/apps/${application.id}`;
    const groupId = await save(`${inApplication}/target-groups`, {
      name: 'Brazilians',
      policy: 'AND',
      conditions: [condition],
    });
    const remove = () => server.call('DELETE', `${path}/${body.id}`, { token: admin.token });
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        error_code: 'PROPERTY_USED_IN_TARGET_GROUPS',
        meta_data: { items: [{ type: 'targetGroup', id: groupId, name: 'Brazilians' }] },
      },
    });

    const toggleId = await createToggle(server, application.id, { name: 'uses-it' });
    const environmentId = application.environmentIds[0];
    const experimentId = await save(`${inApplication}/envs/${environmentId}/experiments`, {
      toggleId,
      rules: [
        {
          order: 1,
          type: 'PROPERTY',
          propertyRule: condition,
          valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
        },
        {
          order: 2,
          type: 'ALL_USERS',
          valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
        },
      ],
    });
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        error_code: 'PROPERTY_USED_IN_EXPERIMENTS',
        meta_data: {
          items: [{ type: 'experiment', id: experimentId, name: 'uses-it', envId: environmentId }],
        },
      },
    });
    expect(await keysListed()).toContain('in-use');
    const { body: all } = await server.call<ListedProperty[]>('GET', path, { token: admin.token });
    expect(all.find(({ id }) => id === body.id)?.usedBy).toEqual([
      { type: 'targetGroup', id: groupId, name: 'Brazilians' },
      { type: 'experiment', id: experimentId, name: 'uses-it', envId: environmentId },
    ]);
    expect(all.find(({ key }) => key === 'country')?.usedBy).toEqual([]);
  });

  it('belong to their application: other applications and companies cannot read them', async () => {
    const { body } = await create({ key: 'mine', type: 'STRING' });
    const other = await createApplication(server, admin.accountId);
    const stranger = await createCompany(server);
    const elsewhere = `/api/apps/${other.id}/properties/${body.id}`;
    expect((await server.call('GET', elsewhere, { token: admin.token })).status).toBe(404);
    expect((await server.call('GET', path, { token: stranger.token })).status).toBe(404);
  });
});
