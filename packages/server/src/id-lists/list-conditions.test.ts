import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { IdList } from '@comporta/contract/id-lists/id-list';
import type { ListedIdList } from '@comporta/contract/id-lists/id-list-api';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { ApplicationDocument } from '@comporta/contract/transfer/application-document';
import type { ImportResult } from '@comporta/contract/transfer/transfer-api';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let database: TestDatabase;
let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let environment: string;
let number = 0;

const ON = { type: 'EXACT_VALUE', exactValue: 'enabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: ON };

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer({ DATABASE_URL: database.url });
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Test']);
  environment = application.environmentIds[0] ?? '';
});
afterAll(async () => {
  await server.close();
  await database.drop();
});

function call<Body = Record<string, unknown>>(method: string, place: string, body?: object) {
  return server.call<Body>(method, `/api/apps/${application.id}/${place}`, {
    token: admin.token,
    ...(body && { body }),
  });
}

async function made(place: string, body: object): Promise<string> {
  const { status, body: answer } = await call<{ id: string }>('POST', place, body);
  expect(status, JSON.stringify(answer)).toBe(201);
  return answer.id;
}

const list = () => made('id-lists', { name: `Beta ${++number}` });
const inList = (term: string, expression = 'IN_LIST') => ({ propertyId: 'uid', expression, term });

function groupOf(term: string) {
  return { name: `Group ${++number}`, policy: 'OR', conditions: [inList(term)] };
}

async function experimentOf(...terms: readonly string[]): Promise<string> {
  const toggleId = await createToggle(server, application.id, { name: `toggle-${++number}` });
  const parts = terms.map((term) => ({
    type: 'PROPERTY',
    propertyRule: inList(term, 'NOT_IN_LIST'),
  }));
  const [first] = parts;
  const rule =
    parts.length > 1
      ? { type: 'COMBINED', combinedRule: { policy: 'OR', conditions: parts } }
      : first;
  return made(`envs/${environment}/experiments`, {
    toggleId,
    rules: [{ ...rule, valueSpec: ON }, EVERYONE],
  });
}

describe('LIF-40: conditions on id lists', () => {
  it('NO_LIST: a group or a rule names a list of its application, and none of another company', async () => {
    const id = await list();
    const other = await createApplication(server, admin.accountId);
    const there = await server.call<IdList>('POST', `/api/apps/${other.id}/id-lists`, {
      token: admin.token,
      body: { name: 'There' },
    });
    const stranger = await createCompany(server);
    const theirs = await createApplication(server, stranger.accountId);
    const foreign = await server.call<IdList>('POST', `/api/apps/${theirs.id}/id-lists`, {
      token: stranger.token,
      body: { name: 'Theirs' },
    });
    expect(foreign.status).toBe(201);
    for (const term of [there.body.id, foreign.body.id, 'Beta', '']) {
      expect(await call('POST', 'target-groups', groupOf(term))).toMatchObject({
        status: 400,
        body: { error_code: 'NO_LIST', meta_data: { at: ['conditions', 0, 'term'] } },
      });
    }
    const group = await call<TargetGroup>('POST', 'target-groups', groupOf(id));
    expect(group.body.conditions).toMatchObject([{ expression: 'IN_LIST', term: id }]);
    const experimentId = await experimentOf(id);
    const at = `envs/${environment}/experiments/${experimentId}`;
    expect((await call<Experiment>('GET', at)).body.rules[0]).toMatchObject({
      propertyRule: inList(id, 'NOT_IN_LIST'),
    });
  });

  it('LIST_IN_USE: is not deleted while groups and rules, also combined ones, name it', async () => {
    const [id, second] = [await list(), await list()];
    const group = await call<TargetGroup>('POST', 'target-groups', groupOf(id));
    const experimentId = await experimentOf(id, second);
    const experiment = await call<Experiment>(
      'GET',
      `envs/${environment}/experiments/${experimentId}`,
    );
    const items = [
      { type: 'targetGroup', id: group.body.id, name: group.body.name },
      {
        type: 'experiment',
        id: experimentId,
        name: experiment.body.toggleName,
        envId: environment,
      },
    ];
    expect(await call('DELETE', `id-lists/${id}`)).toMatchObject({
      status: 409,
      body: { error_code: 'LIST_IN_USE', meta_data: { items } },
    });
    const { body: all } = await call<ListedIdList[]>('GET', 'id-lists');
    expect(all.find((one) => one.id === id)?.usedBy).toEqual(items);
    expect(all.find((one) => one.id === second)?.usedBy).toEqual([items[1]]);
  });

  it('the audit log names the list', async () => {
    const id = await list();
    const { body: named } = await call<IdList>('GET', `id-lists/${id}`);
    const group = await call<TargetGroup>('POST', 'target-groups', groupOf(id));
    const { body } = await call<AuditPage>('GET', `audit-logs?entityId=${group.body.id}`);
    const items = body.items.flatMap((entry) => entry.items);
    expect(items.join()).toContain(named.name);
    expect(items.join()).not.toContain(id);
  });

  it('OLDER_NODE: is refused beside a node of the release before, and goes back without words', async () => {
    const id = await list();
    const node = new pg.Client({
      connectionString: database.url,
      application_name: 'comporta listener 0.2.0',
    });
    await node.connect();
    expect(await call('POST', 'target-groups', groupOf(id))).toMatchObject({
      status: 409,
      body: { error_code: 'OLDER_NODE', meta_data: { words: ['IN_LIST'] } },
    });
    expect((await call('POST', `id-lists/${id}/ids`, { add: ['ana'] })).status).toBe(200);
    await node.end();
  });

  it('of a list that is gone are named when an old version is looked at', async () => {
    const id = await list();
    const { body: named } = await call<IdList>('GET', `id-lists/${id}`);
    const draft = groupOf(id);
    const group = await call<TargetGroup>('POST', 'target-groups', draft);
    const later = { ...draft, conditions: [{ ...inList(''), expression: 'IS_SET' }] };
    const at = `target-groups/${group.body.id}`;
    expect((await call('PUT', at, later)).status).toBe(200);
    expect((await call('DELETE', `id-lists/${id}`)).status).toBe(204);
    expect((await call('GET', `${at}/versions/1`)).body).toMatchObject({
      missing: [{ type: 'idList', id, name: named.name }],
    });
  });
});

describe('LIF-91: documents', () => {
  it('have lists by name, never ids; an import makes empty ones and says so', async () => {
    const id = await list();
    await call('POST', `id-lists/${id}/ids`, { add: ['ana'] });
    await call('POST', 'target-groups', groupOf(id));
    await experimentOf(id);
    const { body: document } = await call<ApplicationDocument>('GET', 'export');
    const name = (await call<IdList>('GET', `id-lists/${id}`)).body.name;
    expect(document.idLists).toContainEqual({ name, description: '' });
    expect(JSON.stringify(document)).not.toContain(id);
    const copy = await createApplication(server, admin.accountId, ['Production', 'Test']);
    const send = (body: object, query = '') =>
      server.call<ImportResult & { error_code?: string; meta_data?: object }>(
        'POST',
        `/api/apps/${copy.id}/import${query}`,
        { token: admin.token, body },
      );
    const { idLists: _left, ...without } = document;
    expect(await send(without)).toMatchObject({
      status: 400,
      body: { error_code: 'NO_LIST', meta_data: { at: { type: 'targetGroup' } } },
    });
    const { body: result } = await send(document);
    expect(result.changes).toContainEqual({
      action: 'CREATE',
      type: 'idList',
      name,
      remark: 'EMPTY_LIST',
    });
    const exported = await server.call<ApplicationDocument>('GET', `/api/apps/${copy.id}/export`, {
      token: admin.token,
    });
    expect(exported.body).toEqual({ ...document, application: exported.body.application });
    expect((await send(document)).body.changes).toEqual([]);
    const others = { ...document, idLists: [] };
    expect(await send(others, '?deleteOthers=true')).toMatchObject({
      body: { error_code: 'LIST_IN_USE' },
    });
  });

  it('Erase user names the lists that have the id, and removes nothing', async () => {
    const [id, other] = [await list(), await list()];
    await call('POST', `id-lists/${id}/ids`, { add: ['rui'] });
    await call('POST', `id-lists/${other}/ids`, { add: ['eva'] });
    const { body: named } = await call<IdList>('GET', `id-lists/${id}`);
    const erase = (uid: string) => call('POST', `envs/${environment}/units/erase`, { uid });
    expect((await erase('rui')).body).toEqual({ count: 0, idLists: [named.name] });
    expect((await erase('nobody')).body).toEqual({ count: 0, idLists: [] });
    expect((await call<IdList>('GET', `id-lists/${id}`)).body.count).toBe(1);
  });
});

describe('SAF-21: under approvals', () => {
  it('APPROVAL_REQUIRED: ids of a list in use are refused before they are read; of others they change', async () => {
    const [used, unused] = [await list(), await list()];
    const group = await made('target-groups', groupOf(used));
    const toggleId = await createToggle(server, application.id, { name: `toggle-${++number}` });
    const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [group] };
    await made(`envs/${environment}/experiments`, {
      toggleId,
      rules: [{ type: 'TARGET_GROUP', targetGroupRule, valueSpec: ON }, EVERYONE],
    });
    const policy = { approvals: 1, pauseDirectly: true, reasonRequired: false };
    const set = await call('PUT', `envs/${environment}/change-policy`, policy);
    expect(set.status, JSON.stringify(set.body)).toBe(200);
    const upload = async (id: string) => {
      const response = await server.http.inject({
        method: 'PUT',
        url: `/api/apps/${application.id}/id-lists/${id}/content`,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/plain' },
        // Would be refused, too, if it were read.
        payload: id === used ? 'a\tb' : 'ana',
      });
      return { status: response.statusCode, body: response.json() };
    };
    const refusal = { status: 409, body: { error_code: 'APPROVAL_REQUIRED' } };
    expect(await upload(used)).toMatchObject(refusal);
    expect(await call('POST', `id-lists/${used}/ids`, { add: ['ana'] })).toMatchObject(refusal);
    expect((await upload(unused)).status).toBe(200);
    expect((await call<IdList>('GET', `id-lists/${used}`)).body.count).toBe(0);
  });
});
