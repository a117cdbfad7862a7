import type { View } from '@comporta/contract/views/view';
import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SWEEPS } from '../nouns.ts';
import { sweepExpiredRows } from '../platform/database/expired-rows.ts';
import { views } from '../tables/kept-by-users.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const MINE = { name: 'Mine in Production', query: '?owner=me&state.1=split', shared: false };

let server: TestServer;
let admin: TestUser;
let bia: TestUser;
let caio: TestUser;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  const { id } = await createApplication(server, admin.accountId);
  path = `/api/apps/${id}/views`;
  bia = await createUser(server, admin.accountId, { name: 'Bia', apps: [id] });
  caio = await createUser(server, admin.accountId, { name: 'Caio', apps: [id] });
});

function save({ token }: TestUser, body: object, id?: string) {
  const [method, at] = id === undefined ? ['POST', path] : ['PUT', `${path}/${id}`];
  return server.call<View & { error_code?: string }>(method ?? '', at ?? '', { token, body });
}

function remove({ token }: TestUser, id: string) {
  return server.call('DELETE', `${path}/${id}`, { token });
}

async function listOf({ token }: TestUser) {
  return (await server.call<View[]>('GET', path, { token })).body;
}

describe('CDW-24: views', () => {
  it('are private until they are shared; colleagues then see who created them', async () => {
    const saved = await save(bia, MINE);
    expect(saved).toMatchObject({ status: 201, body: { ...MINE, own: true, createdBy: 'Bia' } });
    const { id } = saved.body;
    expect(await listOf(bia)).toEqual([saved.body]);
    expect(await listOf(caio)).toEqual([]);
    expect(await listOf(admin)).toEqual([]);
    expect((await remove(admin, id)).status).toBe(404);

    const shared = { ...MINE, name: ' Bia’s toggles ', shared: true };
    const renamed = await save(bia, shared, id);
    expect(renamed.body).toMatchObject({ name: 'Bia’s toggles', shared: true });
    expect(await listOf(caio)).toEqual([{ ...renamed.body, own: false }]);
  });

  it('FORBIDDEN: can be changed and deleted by their creator, shared ones also by an administrator', async () => {
    const { id } = (await save(bia, { ...MINE, shared: true })).body;
    expect((await save(caio, MINE, id)).status).toBe(403);
    expect((await remove(caio, id)).status).toBe(403);
    expect((await save(admin, { ...MINE, name: 'Ours', shared: true }, id)).status).toBe(200);
    expect((await save(admin, { ...MINE, shared: false }, id)).status).toBe(403);
    expect(await listOf(bia)).toMatchObject([{ name: 'Ours', shared: true }]);
    expect((await remove(admin, id)).status).toBe(204);
    expect(await listOf(bia)).toEqual([]);
  });

  it.each([
    ['EMPTY_NAME', { name: ' ' }],
    ['NAME_TOO_LONG', { name: 'x'.repeat(51) }],
    ['INVALID_CHARACTERS', { name: 'a\nb' }],
    ['LIMIT_EXCEEDED', { query: `?q=${'x'.repeat(1_000)}` }],
    ['DUPLICATE_NAME', { name: MINE.name.toUpperCase() }],
  ])('%s: is refused, and nothing is stored', async (code, wrong) => {
    await save(bia, MINE);
    expect((await save(bia, { ...MINE, ...wrong })).body.error_code).toBe(code);
    expect(await listOf(bia)).toHaveLength(1);
    expect((await save(caio, MINE)).status).toBe(201);
  });

  it('LIMIT_EXCEEDED: each user may have fifty', async () => {
    for (let count = 1; count <= 50; count++) {
      expect((await save(bia, { ...MINE, name: `${count}` })).status).toBe(201);
    }
    expect(await save(bia, MINE)).toMatchObject({
      status: 400,
      body: { error_code: 'LIMIT_EXCEEDED', meta_data: { field: 'views', limit: 50 } },
    });
    expect((await save(caio, MINE)).status).toBe(201);
  });

  it('of a deleted user stay if they are shared, and are removed otherwise', async () => {
    await save(bia, MINE);
    await save(bia, { ...MINE, name: 'Shared', shared: true });
    await server.call('DELETE', `/api/users/${bia.id}`, { token: admin.token });
    expect(await listOf(caio)).toMatchObject([{ name: 'Shared', own: false, createdBy: null }]);
    const { sql } = server.database;
    await sweepExpiredRows(sql, SWEEPS);
    const ofNobody = await sql.select({ name: views.name }).from(views).where(isNull(views.userId));
    expect(ofNobody).toEqual([{ name: 'Shared' }]);
  });
});
