import type { AddressInfo } from 'node:net';
import { finished } from '@comporta/client-core/finished';
import { readListRecords } from '@comporta/client-core/lists/list-records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createApplication,
  createClientKey,
  createCompany,
  createEnvironmentKey,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { type StoredTestList, storeList } from '../../testing/lists/stored-list.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let list: StoredTestList;
let key: string;
let url: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  const [environmentId = ''] = application.environmentIds;
  key = await createEnvironmentKey(server, environmentId);
  list = await storeList(server.database.url, application.id, ['ana', 'bob']);
  await enableFor('uses-list', { propertyId: 'uid', expression: 'IN_LIST', term: list.id });
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.http.server.address() as AddressInfo; // It listens on a port, not on a pipe.
  url = `http://127.0.0.1:${port}`;
});
afterAll(async () => {
  server.http.server.closeAllConnections();
  await server.close();
});

async function call(path: string, body: object): Promise<{ readonly id: string }> {
  const answer = await server.call<{ id: string }>('POST', `/api/apps/${application.id}${path}`, {
    token: admin.token,
    body,
  });
  expect(answer.status).toBe(201);
  return answer.body;
}

/** Creates a toggle that is on where the condition holds. */
async function enableFor(name: string, propertyRule: object): Promise<void> {
  const toggle = await call('/toggles', { name, values: ['on', 'off'], defaultValue: 'off' });
  const valueSpec = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
  const [environmentId] = application.environmentIds;
  await call(`/envs/${environmentId}/experiments`, {
    toggleId: toggle.id,
    rules: [
      { type: 'PROPERTY', propertyRule, valueSpec: valueSpec('on'), order: 1 },
      { type: 'ALL_USERS', valueSpec: valueSpec('off'), order: 2 },
    ],
  });
}

function ask(path: string, { by = key, ...headers }: Readonly<Record<string, string>> = {}) {
  return fetch(url + path, { headers: { authorization: `Bearer ${by}`, ...headers } });
}

async function valueFor(uid: string): Promise<string> {
  const values = await (await ask(`/api/toggles?uid=${uid}`)).json();
  return (values as Record<string, string>)['uses-list'] ?? '';
}

async function recordsOf(answer: Response) {
  expect(answer.status).toBe(200);
  const records = finished(readListRecords(new Uint8Array(await answer.arrayBuffer())));
  return records?.reduce((sum, { ids }) => sum + ids.length / 2, 0);
}

const path = () => `/api/sdk/lists/${list.id}`;

it('LIF-46: new ids decide here, too, and move neither the revision nor the ETag', async () => {
  await expect.poll(() => valueFor('ana')).toBe('on');
  const before = await ask('/api/sdk/snapshot');
  const told = before.headers.get('comporta-lists');
  expect(told).toMatch(new RegExp(`^${list.id}=\\d+$`));
  await before.arrayBuffer();
  await list.replace(['ana', 'carl']);
  await expect.poll(() => valueFor('carl')).toBe('on');
  expect(await valueFor('bob')).toBe('off');
  const tag = before.headers.get('etag') ?? '';
  const after = await ask('/api/sdk/snapshot', { 'if-none-match': tag });
  expect(after.status).toBe(304);
  expect(after.headers.get('comporta-lists')).toMatch(new RegExp(`^${list.id}=\\d+$`));
  expect(after.headers.get('comporta-lists')).not.toBe(told);
});

it('LIF-50: all parts, or those that changed since a version', async () => {
  const all = await ask(path());
  const version = Number(JSON.parse(all.headers.get('etag') ?? '0'));
  expect(all.headers.get('comporta-list-full')).toBe('1');
  expect(all.headers.get('comporta-list-count')).toBe('2');
  expect(all.headers.get('comporta-list-key')).toMatch(/^[0-9a-f]{32}$/);
  expect(await recordsOf(all)).toBe(2);
  const same = await ask(`${path()}?from=${version}`);
  expect(same.headers.get('comporta-list-full')).toBeNull();
  expect(await recordsOf(same)).toBe(0);
  await list.replace(['ana', 'carl', 'dora']);
  await expect.poll(() => valueFor('dora')).toBe('on');
  expect(await recordsOf(await ask(`${path()}?from=${version}`))).toBe(1);
  for (const from of [version + 99, 'x', '-1']) {
    const answer = await ask(`${path()}?from=${from}`);
    expect(answer.headers.get('comporta-list-full')).toBe('1');
    expect(await recordsOf(answer)).toBe(3);
  }
});

describe('LIF-42: ids go to nobody else', () => {
  it('a client key, no key, and a key of nobody are refused', async () => {
    const client = await createClientKey(server, application.environmentIds[0] ?? '');
    for (const by of [client, 'nobody', admin.token]) {
      expect((await ask(path(), { by })).status).toBe(401);
    }
    expect((await fetch(url + path())).status).toBe(401);
  });

  it('an environment that does not use the list finds none, of the same application or of another company', async () => {
    const other = await createEnvironmentKey(server, application.environmentIds[1] ?? '');
    expect((await ask(path(), { by: other })).status).toBe(404);
    const neighbour = await createCompany(server);
    const theirs = await createApplication(server, neighbour.accountId);
    const by = await createEnvironmentKey(server, theirs.environmentIds[0] ?? '');
    expect((await ask(path(), { by })).status).toBe(404);
    const answer = await ask('/api/sdk/snapshot', { by });
    expect(answer.headers.has('comporta-lists')).toBe(false);
  });
});

/** The events of a stream as they come, without its comments and its first block. */
async function eventsOf(answer: Response) {
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  return async (name: string): Promise<string> => {
    for (;;) {
      const end = text.indexOf('\n\n');
      const block = text.slice(0, end + 2);
      if (end !== -1) text = text.slice(end + 2);
      if (end !== -1 && block.includes(`event: ${name}\n`)) return block;
      if (end === -1) text += (await reader?.read())?.value ?? '';
    }
  };
}

it('LIF-46: the stream tells of lists when it opens, after new ids, and before a rule that names another', async () => {
  const next = await eventsOf(await ask('/api/sdk/stream?changes='));
  const first = await next('lists');
  expect(first).toContain(`data: ${list.id}=`);
  await next('revision');
  await list.replace(['ana']);
  const parts = JSON.parse((await next('parts')).replace(/^[^{]*/, ''));
  const [, from] = /=(\d+)/.exec(first) ?? [];
  expect(parts).toMatchObject({ id: list.id, from: Number(from), count: 1 });
  const since = await ask(`${path()}?from=${from}`);
  expect(parts.records).toBe(Buffer.from(await since.arrayBuffer()).toString('base64'));
  expect(since.headers.get('comporta-list-key')).toBe(parts.key);
  const second = await next('lists');
  expect(second).not.toBe(first);
  expect(second).toContain(`=${parts.version}\n`);
  const another = await storeList(server.database.url, application.id, ['eve']);
  await enableFor('another', { propertyId: 'uid', expression: 'NOT_IN_LIST', term: another.id });
  const told = await next('lists');
  expect(told).toContain(another.id);
  expect(await next('changes')).toContain(another.id);
});

it('LIF-46: after new ids, a remembered 304 of OFREP ends, and pages are told', async () => {
  const flags = '/ofrep/v1/evaluate/flags';
  const evaluate = (tag = '') =>
    fetch(url + flags, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(tag && { 'if-none-match': tag }),
      },
      body: JSON.stringify({ context: { targetingKey: 'zoe' } }),
    });
  const answer = await evaluate();
  const tag = answer.headers.get('etag') ?? '';
  const { eventStreams } = (await answer.json()) as {
    eventStreams: { endpoint: { requestUri: string } }[];
  };
  for (const _ of [1, 2]) expect((await evaluate(tag)).status).toBe(304);
  const next = await eventsOf(await fetch(url + (eventStreams[0]?.endpoint.requestUri ?? '')));
  await next('message');
  await list.replace(['ana', 'zoe']);
  expect(await next('message')).toContain('refetchEvaluation');
  expect((await evaluate(tag)).status).toBe(200);
});

it('LIF-48: the playground evaluates a draft with a list that no saved rule uses, and none of another company', async () => {
  const toggle = await call('/toggles', {
    name: 'drafted',
    values: ['on', 'off'],
    defaultValue: 'off',
  });
  const mine = await storeList(server.database.url, application.id, ['ana']);
  const neighbour = await createCompany(server);
  const theirs = await createApplication(server, neighbour.accountId);
  const foreign = await storeList(server.database.url, theirs.id, ['ana']);
  const explain = (term: string) => {
    const valueSpec = (exactValue: string) => ({ type: 'EXACT_VALUE', exactValue });
    const propertyRule = { propertyId: 'uid', expression: 'IN_LIST', term };
    const rules = [
      { type: 'PROPERTY', propertyRule, valueSpec: valueSpec('on'), order: 1 },
      { type: 'ALL_USERS', valueSpec: valueSpec('off'), order: 2 },
    ];
    return server.call<{ value: string }[]>(
      'POST',
      `/api/apps/${application.id}/envs/${application.environmentIds[0]}/evaluate`,
      { token: admin.token, body: { uid: 'ana', draft: { toggleId: toggle.id, rules } } },
    );
  };
  expect((await explain(mine.id)).body).toMatchObject([
    {
      value: 'on',
      rules: [{ condition: { expression: 'IN_LIST', seen: 'ana', result: 'HOLDS' } }, {}],
    },
  ]);
  expect((await explain(foreign.id)).body).toMatchObject({ error_code: 'NO_LIST' });
});
