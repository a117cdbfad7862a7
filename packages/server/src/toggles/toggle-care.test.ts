import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
});

function call<Body = Record<string, unknown>>(method: string, path: string, body?: unknown) {
  return server.call<Body>(method, `/api/apps/${application.id}/${path}`, {
    token: admin.token,
    ...(body !== undefined && { body }),
  });
}

describe('tags, owner and archive of a toggle', () => {
  it('CDW-42, T19: tags are in lower case and NFC, and without duplicates; a save without tags keeps them', async () => {
    const id = await createToggle(server, application.id);
    const body = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
    const tags = ['#SEO', 'ação', 'ação'.normalize('NFD'), 'seo'];
    const saved = await call('PUT', `toggles/${id}`, { ...body, tags });
    expect(saved.body.tags).toEqual(['ação', 'seo']);
    const kept = await call('PUT', `toggles/${id}`, { ...body, description: 'New' });
    expect(kept.body).toMatchObject({ description: 'New', tags: ['ação', 'seo'] });
  });

  it('CDW-42: LIMIT_EXCEEDED: ten tags of a toggle, 200 of an application', async () => {
    const tags = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => `tag-${from + index}`);
    const create = (name: string, list: readonly string[]) =>
      call('POST', 'toggles', { name, values: ['a', 'b'], defaultValue: 'a', tags: list });
    expect((await create('eleven', tags(0, 11))).body).toMatchObject({
      error_code: 'LIMIT_EXCEEDED',
      meta_data: { field: 'tags', limit: 10 },
    });
    for (let toggle = 0; toggle < 20; toggle++) await create(`t${toggle}`, tags(toggle * 10, 10));
    expect((await create('known', ['tag-3'])).status).toBe(201);
    expect((await create('new', ['one-more'])).body).toMatchObject({
      error_code: 'LIMIT_EXCEEDED',
      meta_data: { field: 'tags', limit: 200 },
    });
  });

  it('CDW-42: the owner is an active user with access and is named; without that user there is no owner', async () => {
    const id = await createToggle(server, application.id);
    const body = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
    const bia = await createUser(server, admin.accountId, { name: 'Bia', apps: [application.id] });
    const outside = await createUser(server, admin.accountId);
    const stranger = await createCompany(server);
    for (const ownerId of [outside.id, stranger.id, 'nobody']) {
      const refused = await call('PUT', `toggles/${id}`, { ...body, ownerId });
      expect(refused.body).toMatchObject({ error_code: 'UNKNOWN_OWNER' });
    }
    const saved = await call('PUT', `toggles/${id}`, { ...body, ownerId: bia.id });
    expect(saved.body).toMatchObject({ ownerId: bia.id, owner: 'Bia' });
    await server.call('DELETE', `/api/users/${bia.id}`, { token: admin.token });
    expect((await call('GET', `toggles/${id}`)).body).toMatchObject({ ownerId: null, owner: null });
  });

  it('UNKNOWN_OWNER: a user who is deleted while the toggle is saved', async () => {
    const { sql } = server.database;
    const id = await createToggle(server, application.id);
    const bia = await createUser(server, admin.accountId, { apps: [application.id] });
    const { save } = await sql.transaction(async (deletion) => {
      await deletion.delete(users).where(eq(users.id, bia.id));
      const body = { values: ['enabled', 'disabled'], defaultValue: 'disabled', ownerId: bia.id };
      const save = call('PUT', `toggles/${id}`, body);
      await expect.poll(() => countLockWaits(sql)).toBe(1);
      return { save };
    });
    expect(await save).toMatchObject({ status: 400, body: { error_code: 'UNKNOWN_OWNER' } });
  });

  it('UNKNOWN_OWNER: a user who is deleted while many toggles are given to them', async () => {
    const { sql } = server.database;
    const id = await createToggle(server, application.id);
    const bia = await createUser(server, admin.accountId, { apps: [application.id] });
    const { save } = await sql.transaction(async (deletion) => {
      await deletion.delete(users).where(eq(users.id, bia.id));
      const save = call('POST', 'toggles/bulk', {
        ids: [id],
        action: 'SET_OWNER',
        ownerId: bia.id,
      });
      await expect.poll(() => countLockWaits(sql)).toBe(1);
      return { save };
    });
    expect(await save).toMatchObject({
      status: 200,
      body: { results: [{ id, error_code: 'UNKNOWN_OWNER' }] },
    });
  });

  it('CDW-49: only a toggle that no experiment uses is archived; it stays listed, and unarchiving restores it as it was', async () => {
    const used = await createToggle(server, application.id);
    await createExperiment(server, application, used, [
      { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } },
    ]);
    expect((await call('POST', `toggles/${used}/archive`)).body).toMatchObject({
      error_code: 'EXPERIMENT_EXISTS',
    });
    const created = await call<{ id: string }>('POST', 'toggles', {
      name: 'old',
      values: ['a', 'b'],
      defaultValue: 'a',
      tags: ['seo'],
    });
    const path = `toggles/${created.body.id}`;
    expect((await call('POST', `${path}/archive`)).body).toMatchObject({ archived: true });
    const list = await call<object[]>('GET', 'toggles');
    expect(list.body).toContainEqual(expect.objectContaining({ name: 'old', archived: true }));
    const document = await call<{ toggles: object[] }>('GET', 'export');
    expect(document.body.toggles).toContainEqual(
      expect.objectContaining({ name: 'old', archived: true, tags: ['seo'] }),
    );
    expect((await call('POST', `${path}/unarchive`)).body).toMatchObject({
      archived: false,
      tags: ['seo'],
    });
  });
});
