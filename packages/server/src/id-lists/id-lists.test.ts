import { gzipSync } from 'node:zlib';
import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { IdList } from '@comporta/contract/id-lists/id-list';
import type { ChangedIds, ListedIdList } from '@comporta/contract/id-lists/id-list-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { deliveries } from '../tables/deliveries.ts';
import { idListParts, idLists } from '../tables/id-lists.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sweepParts } from './part-repository.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;
let number = 0;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"SMALL":{"MAX_LIST_IDS":3}}' });
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/id-lists`;
});
afterAll(() => server.close());

type Refusal = { readonly error_code: string; readonly meta_data: object };

async function createList(ids: readonly string[] = []): Promise<string> {
  const body = { name: `List ${++number}` };
  const made = await server.call<IdList>('POST', path, { token: admin.token, body });
  expect(made.status).toBe(201);
  if (ids.length > 0) await change(made.body.id, { add: ids });
  return made.body.id;
}

function change<Body = ChangedIds>(id: string, body: object) {
  return server.call<Body>('POST', `${path}/${id}/ids`, { token: admin.token, body });
}

async function check(id: string, ids: readonly string[]): Promise<boolean[]> {
  const url = `${path}/${id}/check`;
  const answer = await server.call<boolean[]>('POST', url, { token: admin.token, body: { ids } });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function get(id: string): Promise<IdList> {
  return (await server.call<IdList>('GET', `${path}/${id}`, { token: admin.token })).body;
}

async function upload(
  id: string,
  file: string | Buffer,
  { query = '', headers = {} }: { query?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; body: ChangedIds & Refusal }> {
  const response = await server.http.inject({
    method: 'PUT',
    url: `${path}/${id}/content${query}`,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/plain', ...headers },
    payload: file,
  });
  return { status: response.statusCode, body: response.json() };
}

const GZIP = { 'content-encoding': 'gzip' };

describe('LIF-40: id lists', () => {
  it('are made empty, changed, listed with what uses them, and deleted', async () => {
    const id = await createList();
    expect(await get(id)).toMatchObject({ count: 0, contentVersion: 0, contentSavedAt: null });
    const url = `${path}/${id}`;
    const body = { name: 'Beta', description: 'of the app' };
    const put = await server.call<IdList>('PUT', url, { token: admin.token, body });
    expect(put.body).toMatchObject({ ...body, version: 2, count: 0 });
    const { body: all } = await server.call<ListedIdList[]>('GET', path, { token: admin.token });
    expect(all.find((one) => one.id === id)).toEqual({ ...put.body, usedBy: [] });
    expect((await server.call('DELETE', url, { token: admin.token })).status).toBe(204);
    expect((await server.call('GET', url, { token: admin.token })).status).toBe(404);
  });

  it('LIF-43: LIMIT_EXCEEDED: an application has at most 100', async () => {
    const other = await createApplication(server, admin.accountId);
    const rows = Array.from({ length: 100 }, (_, made) => ({
      id: newId(),
      applicationId: other.id,
      name: `${made}`,
      description: '',
      savedBy: 'Ana',
    }));
    await server.database.sql.insert(idLists).values(rows);
    const url = `/api/apps/${other.id}/id-lists`;
    expect(
      await server.call('POST', url, { token: admin.token, body: { name: 'one more' } }),
    ).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'idLists', limit: 100 } },
    });
  });

  it('belong to their application: another one, and another company, has none of its ids', async () => {
    const id = await createList(['ana']);
    const other = await createApplication(server, admin.accountId);
    const stranger = await createCompany(server);
    const post = (url: string, token: string) =>
      server.call('POST', url, { token, body: { ids: ['ana'] } });
    const elsewhere = `/api/apps/${other.id}/id-lists/${id}`;
    for (const [url, token] of [
      [elsewhere, admin.token],
      [`${path}/${id}`, stranger.token],
    ] as const) {
      expect((await post(`${url}/check`, token)).status).toBe(404);
      expect((await post(`${url}/ids`, token)).status).toBe(404);
    }
    const hashes = await server.database.sql
      .select({ ids: idListParts.ids })
      .from(idListParts)
      .where(eq(idListParts.listId, id));
    const there = await server.call<IdList>('POST', `/api/apps/${other.id}/id-lists`, {
      token: admin.token,
      body: { name: 'There' },
    });
    await server.call('POST', `/api/apps/${other.id}/id-lists/${there.body.id}/ids`, {
      token: admin.token,
      body: { add: ['ana'] },
    });
    const others = await server.database.sql
      .select({ ids: idListParts.ids })
      .from(idListParts)
      .where(eq(idListParts.listId, there.body.id));
    expect(others).not.toEqual(hashes);
  });
});

describe('LIF-44: ids are added and removed', () => {
  it('each once; one that is in both is removed', async () => {
    const id = await createList(['ana', 'bob']);
    const { body } = await change(id, {
      add: ['bob', ' eva ', 'zoe'],
      remove: ['ana', 'zoe', 'x'],
    });
    expect(body).toEqual({ count: 2, added: 1, removed: 1, contentVersion: 2 });
    expect(await check(id, ['ana', 'bob', 'eva', 'zoe', ' eva'])).toEqual([
      false,
      true,
      true,
      false,
      true,
    ]);
    const list = await get(id);
    expect(list).toMatchObject({ count: 2, contentVersion: 2, version: 1 });
    expect(Date.parse(list.contentSavedAt ?? '')).toBeGreaterThan(0);
  });

  it('a change of nothing leaves no trace', async () => {
    const id = await createList(['ana']);
    const entries = () => server.database.sql.$count(auditEntries, eq(auditEntries.entityId, id));
    const before = await entries();
    expect((await change(id, { add: ['ana'], remove: ['bob'] })).body).toEqual({
      count: 1,
      added: 0,
      removed: 0,
      contentVersion: 1,
    });
    expect(await entries()).toBe(before);
  });

  it('INVALID_IDS, LIMIT_EXCEEDED: nothing is stored', async () => {
    const id = await createList(['ana']);
    expect(await change<Refusal>(id, { add: ['bob', 'c\td', 'x'.repeat(257)] })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_IDS', meta_data: { lines: [2, 3], count: 2, at: ['add'] } },
    });
    const many = Array.from({ length: 10_001 }, (_, place) => `${place}`);
    expect(await change<Refusal>(id, { remove: many })).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'ids', limit: 10_000 } },
    });
    expect(await get(id)).toMatchObject({ count: 1, contentVersion: 1 });
  });

  it('LIF-43: MAX_LIST_IDS_REACHED: a plan counts the ids of all applications', async () => {
    const small = await createCompany(server, 'SMALL');
    const own = await createApplication(server, small.accountId);
    const url = `/api/apps/${own.id}/id-lists`;
    const make = async (name: string) =>
      (await server.call<IdList>('POST', url, { token: small.token, body: { name } })).body.id;
    const [first, second] = [await make('One'), await make('Two')];
    const add = (id: string, body: object) =>
      server.call<Refusal>('POST', `${url}/${id}/ids`, { token: small.token, body });
    expect((await add(first, { add: ['a', 'b'] })).status).toBe(200);
    expect(await add(second, { add: ['a', 'b'] })).toMatchObject({
      status: 409,
      body: { error_code: 'MAX_LIST_IDS_REACHED', meta_data: { limit: 3 } },
    });
    expect((await add(second, { add: ['a'] })).status).toBe(200);
    expect((await add(first, { add: ['c'], remove: ['a', 'b'] })).status).toBe(200);
  });
});

describe('LIF-44: a file of ids', () => {
  it('replaces, adds and removes; a dry run stores nothing', async () => {
    const id = await createList(['ana', 'bob']);
    const dry = await upload(id, 'ana\neva\nzoe', { query: '?dryRun=true' });
    expect(dry).toEqual({
      status: 200,
      body: { count: 3, added: 2, removed: 1, contentVersion: 1 },
    });
    expect(await check(id, ['ana', 'bob', 'eva'])).toEqual([true, true, false]);
    expect((await upload(id, 'ana\neva\nzoe')).body).toMatchObject({ count: 3, contentVersion: 2 });
    expect(await check(id, ['ana', 'bob', 'eva'])).toEqual([true, false, true]);
    expect((await upload(id, 'leo', { query: '?mode=add' })).body).toMatchObject({ count: 4 });
    expect((await upload(id, 'leo\nx', { query: '?mode=remove' })).body).toMatchObject({
      count: 3,
    });
    const none = await upload(id, '');
    expect(none.body).toMatchObject({ count: 0, removed: 3 });
  });

  it('may be a CSV, and compressed', async () => {
    const id = await createList();
    const csv = gzipSync('id;name\r\nana;Ana\r\n"bob";"Bob;B"\r\n');
    const headers = { ...GZIP, 'content-type': 'text/csv; charset=utf-8' };
    expect((await upload(id, csv, { query: '?header=true', headers })).body).toMatchObject({
      count: 2,
    });
    expect(await check(id, ['ana', 'bob', 'id'])).toEqual([true, true, false]);
  });

  it('larger than what is done in place is stored by a process of its own', async () => {
    const id = await createList();
    const ids = Array.from({ length: 20_000 }, (_, place) => `user-${place}`);
    expect((await upload(id, ids.join('\n'))).body).toMatchObject({ count: 20_000, added: 20_000 });
    expect(await check(id, ['user-0', 'user-19999', 'user-20000'])).toEqual([true, true, false]);
    const [sum] = await server.database.sql
      .select({ count: idLists.count, listId: idLists.id })
      .from(idLists)
      .where(eq(idLists.id, id));
    const parts = await server.database.sql
      .select({ ids: idListParts.ids })
      .from(idListParts)
      .where(eq(idListParts.listId, id));
    expect(parts.reduce((all, { ids: bytes }) => all + bytes.length / 8, 0)).toBe(sum?.count);
  });

  it.each([
    ['INVALID_IDS', 400, 'ana\na\tb\n', {}],
    ['INVALID_BODY', 400, 'no gzip', GZIP],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'ana', { 'content-encoding': 'br' }],
    ['UNSUPPORTED_MEDIA_TYPE', 415, '["ana"]', { 'content-type': 'application/json' }],
    ['UNSUPPORTED_MEDIA_TYPE', 415, 'ana', { 'content-type': 'text/plain; charset=latin1' }],
    ['VERSION_CONFLICT', 412, 'ana', { 'if-match': '"7"' }],
    ['PAYLOAD_TOO_LARGE', 413, gzipSync(`${'x'.repeat(255)}\n`.repeat(1_000_000)), GZIP],
  ])('%s: is refused, and nothing is stored', async (code, status, file, headers) => {
    const id = await createList(['ana']);
    expect(await upload(id, file, { headers })).toMatchObject({
      status,
      body: { error_code: code },
    });
    expect(await get(id)).toMatchObject({ count: 1, contentVersion: 1 });
  });

  it('LIF-45: of two with If-Match the second is refused', async () => {
    const id = await createList(['ana']);
    const ids = Array.from({ length: 5_000 }, (_, place) => `user-${place}`).join('\n');
    const headers = { 'if-match': '"1"' };
    const answers = await Promise.all([
      upload(id, ids, { headers }),
      upload(id, `${ids}\nx`, { headers }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
  });

  it('LIF-45: NOT_FOUND: of a list that is gone; its parts are swept', async () => {
    const id = await createList(['ana']);
    const kept = await createList(['ana']);
    await server.call('DELETE', `${path}/${id}`, { token: admin.token });
    expect((await upload(id, 'bob')).status).toBe(404);
    await sweepParts(server.database.sql);
    const parts = (list: string) =>
      server.database.sql.$count(idListParts, eq(idListParts.listId, list));
    expect([await parts(id), await parts(kept)]).toEqual([0, 1]);
  });
});

describe('LIF-42: ids are personal', () => {
  it('neither stored, recorded nor told as they are: a change says how many', async () => {
    const { sql } = server.database;
    const secret = 'maria@example.com';
    const id = await createList();
    await change(id, { add: [secret, 'bob'] });
    await upload(id, `${secret}\neva`);
    const { body } = await server.call<AuditPage>(
      'GET',
      `/api/apps/${application.id}/audit-logs?entityId=${id}`,
      { token: admin.token },
    );
    const items = body.items.flatMap((entry) => entry.items);
    expect(items).toContain('ids: 1 added, 1 removed');
    const { rows } = await sql.execute<{ name: string }>(
      `select tablename as name from pg_tables where schemaname = 'public'`,
    );
    for (const { name } of rows) {
      const found = await sql.execute(
        `select from "${name}" as t where t::text ilike '%maria%' limit 1`,
      );
      expect(found.rowCount, name).toBe(0);
    }
  });

  it('LIF-46: a change of a list raises no revision', async () => {
    const { sql } = server.database;
    const revisions = () =>
      sql
        .select({ revision: environments.revision })
        .from(environments)
        .where(eq(environments.applicationId, application.id));
    const id = await createList();
    const before = await revisions();
    await change(id, { add: ['ana'] });
    expect(await revisions()).toEqual(before);
    expect(await sql.$count(deliveries, eq(deliveries.applicationId, application.id))).toBe(0);
  });
});
