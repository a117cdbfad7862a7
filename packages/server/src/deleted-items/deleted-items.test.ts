import type { DeletedItem, RestoredItem } from '@comporta/contract/deleted-items/deleted-item';
import type { Experiment } from '@comporta/contract/experiments/experiment';
import type { Property } from '@comporta/contract/properties/property';
import type { TargetGroup } from '@comporta/contract/target-groups/target-group';
import type { Toggle } from '@comporta/contract/toggles/toggle';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { forgetPerson } from '../accounts/forget-person-repository.ts';
import { HELD_OF_PEOPLE } from '../nouns.ts';
import { accounts, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { deletedItems } from '../tables/deleted-items.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { FULL_PLAN } from '../testing/samples.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { sweepItems } from './deleted-item-repository.ts';

const ON = { type: 'EXACT_VALUE', exactValue: 'on' };
const HALF = { type: 'SPLIT', split: { on: 30, off: 70 } };

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer({ PLANS: JSON.stringify({ FULL: FULL_PLAN }) });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Production', 'Test']);
});

async function call<Body>(method: string, place: string, body?: object, token = admin.token) {
  return server.call<Body & { error_code?: string; meta_data?: Record<string, unknown> }>(
    method,
    `/api/apps/${application.id}${place}`,
    { token, ...(body && { body }) },
  );
}

async function created<Thing>(place: string, body: object): Promise<Thing> {
  const answer = await call<Thing>('POST', place, body);
  expect(answer).toMatchObject({ status: 201 });
  return answer.body;
}

const inProduction = () => `/envs/${application.environmentIds[0]}/experiments`;
const toggleNamed = (name: string) =>
  created<Toggle>('/toggles', {
    name,
    values: ['off', 'on'],
    defaultValue: 'off',
    tags: ['web'],
    ownerId: admin.id,
  });
const remove = async (place: string) =>
  expect(await call('DELETE', place)).toMatchObject({ status: 204 });
const restore = (id: string, body: object = {}) =>
  call<RestoredItem>('POST', `/deleted-items/${id}/restore`, body);
async function listed(query = '') {
  const { body } = await call<{ items: DeletedItem[]; totalPages: number; keptDays: number }>(
    'GET',
    `/deleted-items${query}`,
  );
  return body;
}

describe('SAF-62: what is deleted', () => {
  it('is listed, newest first, with who deleted it and until when it can be restored', async () => {
    const toggle = await toggleNamed('checkout');
    const experiment = await created<Experiment>(inProduction(), {
      toggleId: toggle.id,
      rules: [{ type: 'ALL_USERS', valueSpec: ON }],
    });
    const property = await created<Property>('/properties', { key: 'country', type: 'STRING' });
    await remove(`${inProduction()}/${experiment.id}`);
    await remove(`/toggles/${toggle.id}`);
    await remove(`/properties/${property.id}`);

    const { items, totalPages, keptDays } = await listed();
    expect([totalPages, keptDays]).toEqual([1, 30]);
    const deletedBy = { kind: 'user', id: admin.id, name: 'Ana' };
    expect(items).toMatchObject([
      { id: property.id, type: 'property', name: 'country', envId: null, deletedBy },
      { id: toggle.id, type: 'toggle', name: 'checkout', envId: null, deletedBy },
      {
        id: experiment.id,
        type: 'experiment',
        name: 'checkout',
        envId: application.environmentIds[0],
        deletedBy,
      },
    ]);
    const [{ deletedAt = '', restorableUntil = '' } = {}] = items;
    expect(Date.parse(restorableUntil) - Date.parse(deletedAt)).toBe(30 * 24 * 3_600_000);
    expect((await listed('?q=CHECK&type=toggle')).items.map(({ id }) => id)).toEqual([toggle.id]);
    expect(await listed('?size=2&page=2')).toMatchObject({
      items: [{ id: experiment.id }],
      totalPages: 2,
    });
    expect((await call('GET', '/deleted-items?page=0')).body.error_code).toBe('INVALID_PAGE');
  });

  it('is kept also when it was deleted in bulk or by an import', async () => {
    const [one, other] = [await toggleNamed('one'), await toggleNamed('other')];
    const empty = (await call<object>('GET', '/export')).body;
    await call('POST', '/toggles/bulk', { ids: [one.id], action: 'DELETE' });
    const document = { ...empty, toggles: [] };
    expect(await call('POST', '/import?deleteOthers=true', document)).toMatchObject({
      status: 200,
    });
    expect((await listed()).items.map(({ id }) => id).sort()).toEqual([one.id, other.id].sort());
  });

  it('is not kept when its environment or its application goes', async () => {
    const toggle = await toggleNamed('checkout');
    const rules = [{ type: 'ALL_USERS', valueSpec: ON }];
    for (const environment of application.environmentIds) {
      await created(`/envs/${environment}/experiments`, { toggleId: toggle.id, rules });
    }
    const [kept, removed] = application.environmentIds;
    const edited = await server.call('PUT', `/api/apps/${application.id}`, {
      token: admin.token,
      body: {
        name: 'Shop',
        notificationLanguage: 'en',
        environments: [{ id: kept, name: 'Production' }],
        removeEnvironments: [removed],
      },
    });
    expect(edited.status).toBe(200);
    expect((await listed()).items).toEqual([]);
    await server.call('DELETE', `/api/apps/${application.id}`, { token: admin.token });
    const { sql } = server.database;
    expect(await sql.$count(deletedItems, eq(deletedItems.applicationId, application.id))).toBe(0);
  });

  it('is neither listed nor restored after its time, and is removed', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    const { sql } = server.database;
    await sql.update(deletedItems).set({ createdAt: raw`now() - interval '30 days'` });
    expect((await listed()).items).toEqual([]);
    expect(await restore(toggle.id)).toMatchObject({ status: 404 });
    await sweepItems(sql, 31);
    expect(await sql.$count(deletedItems, eq(deletedItems.id, toggle.id))).toBe(1);
    await sweepItems(sql, 30);
    expect(await sql.$count(deletedItems, eq(deletedItems.id, toggle.id))).toBe(0);
  });

  it('is deleted for good by administrators only, which is recorded', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    const editor = await createUser(server, admin.accountId, { apps: [application.id] });
    const place = `/deleted-items/${toggle.id}`;
    expect(await call('DELETE', place, undefined, editor.token)).toMatchObject({ status: 403 });
    await remove(place);
    expect(await call('DELETE', place)).toMatchObject({ status: 404 });
    expect(await restore(toggle.id)).toMatchObject({ status: 404 });
    const log = await call<{ items: { action: string; items: string[] }[] }>(
      'GET',
      '/audit-logs?size=1',
    );
    expect(log.body.items).toMatchObject([
      { action: 'EDITED', items: ['deleted for good: it can no longer be restored'] },
    ]);
  });

  it('SAF-83: has no name of a person who was forgotten, and belongs to its company alone', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    const stranger = await createCompany(server);
    for (const [method, place] of [
      ['GET', ''],
      ['POST', `/${toggle.id}/restore`],
      ['DELETE', `/${toggle.id}`],
    ] as const) {
      const body = method === 'POST' ? {} : undefined;
      const answer = await call(method, `/deleted-items${place}`, body, stranger.token);
      expect(answer).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    }
    await createUser(server, admin.accountId, { admin: true });
    const { sql } = server.database;
    const pseudonym = await sql.transaction((inside) =>
      forgetPerson(inside, admin.email, HELD_OF_PEOPLE),
    );
    const [item] = await sql.select().from(deletedItems).where(eq(deletedItems.id, toggle.id));
    expect(item?.body).toMatchObject({ saved_by: pseudonym });
    expect(JSON.stringify(item)).not.toContain('Ana');
  });
});

describe('SAF-63: restored', () => {
  it('a toggle has its id, values, tags and owner, in the next version', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    expect(await restore(toggle.id)).toMatchObject({
      status: 201,
      body: { id: toggle.id, type: 'toggle', name: 'checkout', envId: null },
    });
    const { body } = await call<Toggle>('GET', `/toggles/${toggle.id}`);
    const { lastChanged: _, ...fields } = toggle;
    expect(body).toMatchObject({ ...fields, version: 2 });
    expect((await listed()).items).toEqual([]);
    expect(await restore(toggle.id)).toMatchObject({ status: 404 });
    const log = await call<{ items: { action: string; items: string[] }[] }>(
      'GET',
      '/audit-logs?size=1',
    );
    expect(log.body.items).toMatchObject([
      { action: 'CREATED', items: expect.arrayContaining(['restored after it was deleted']) },
    ]);
    await remove(`/toggles/${toggle.id}`);
    expect(await restore(toggle.id)).toMatchObject({ status: 201 });
  });

  it('10,000 users get what they got before, and everything is what it was', async () => {
    const property = await created<Property>('/properties', { key: 'country', type: 'STRING' });
    const group = await created<TargetGroup>('/target-groups', {
      name: 'Staff',
      policy: 'OR',
      conditions: [{ propertyId: property.id, expression: 'EQUALS', term: 'BR' }],
    });
    const toggle = await toggleNamed('checkout');
    const experiment = await created<Experiment>(inProduction(), {
      toggleId: toggle.id,
      rules: [
        {
          type: 'TARGET_GROUP',
          name: 'Us',
          targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group.id] },
          valueSpec: HALF,
        },
        { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { on: 55.5, off: 44.5 } } },
      ],
    });
    await call('POST', `${inProduction()}/${experiment.id}/pause`);
    const paused = (await call<Experiment>('GET', `${inProduction()}/${experiment.id}`)).body;
    expect(paused.status).toBe('PAUSED');
    await call('POST', `${inProduction()}/${experiment.id}/restart`);
    const key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const uids = Array.from({ length: 10_000 }, (_, index) => `user-${index}`);
    const values = async () => {
      const all: unknown[] = [];
      for (const uid of uids) {
        const country = Number(uid.slice(5)) % 3 === 0 ? 'BR' : 'PT';
        const { body } = await server.call<Record<string, string>>(
          'GET',
          `/api/toggles?uid=${uid}&country=${country}`,
          { token: key },
        );
        all.push(body.checkout);
      }
      return all;
    };
    const before = await values();
    const exported = (await call<object>('GET', '/export')).body;

    await remove(`${inProduction()}/${experiment.id}`);
    await remove(`/toggles/${toggle.id}`);
    await remove(`/target-groups/${group.id}`);
    await remove(`/properties/${property.id}`);
    for (const id of [property.id, group.id, toggle.id, experiment.id]) {
      expect(await restore(id)).toMatchObject({ status: 201 });
    }
    expect((await call<object>('GET', '/export')).body).toEqual(exported);
    const after = (await call<Experiment>('GET', `${inProduction()}/${experiment.id}`)).body;
    const { lastChanged: _, version, ...same } = paused;
    expect(after).toMatchObject({ ...same, status: 'ACTIVE', version: version + 2 });
    const groupAfter = (await call<TargetGroup>('GET', `/target-groups/${group.id}`)).body;
    expect(groupAfter.conditions).toEqual(group.conditions);
    expect(await values()).toEqual(before);
    // What it uses is protected again.
    expect(await call('DELETE', `/target-groups/${group.id}`)).toMatchObject({ status: 409 });
    expect(await call('DELETE', `/properties/${property.id}`)).toMatchObject({ status: 409 });
  });

  it('a paused experiment is still paused', async () => {
    const toggle = await toggleNamed('checkout');
    const { id } = await created<Experiment>(inProduction(), {
      toggleId: toggle.id,
      rules: [{ type: 'ALL_USERS', valueSpec: ON }],
    });
    await call('POST', `${inProduction()}/${id}/pause`);
    await remove(`${inProduction()}/${id}`);
    await restore(id);
    expect((await call('GET', `${inProduction()}/${id}`)).body).toMatchObject({
      status: 'PAUSED',
      version: 3,
    });
  });

  it('is checked as a save is: what no longer exists is named, and nothing is stored', async () => {
    const property = await created<Property>('/properties', { key: 'country', type: 'STRING' });
    const group = await created<TargetGroup>('/target-groups', {
      name: 'Staff',
      policy: 'OR',
      conditions: [{ propertyId: property.id, expression: 'EQUALS', term: 'BR' }],
    });
    const toggle = await toggleNamed('checkout');
    const experiment = await created<Experiment>(inProduction(), {
      toggleId: toggle.id,
      rules: [
        {
          type: 'TARGET_GROUP',
          targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group.id] },
          valueSpec: ON,
        },
        { type: 'ALL_USERS', valueSpec: ON },
      ],
    });
    await remove(`${inProduction()}/${experiment.id}`);
    await remove(`/target-groups/${group.id}`);
    await remove(`/properties/${property.id}`);
    expect(await restore(group.id)).toMatchObject({
      status: 400,
      body: {
        error_code: 'NO_PROPERTY',
        meta_data: { missing: [{ type: 'property', id: property.id, name: 'country' }] },
      },
    });
    expect(await restore(experiment.id)).toMatchObject({
      status: 400,
      body: {
        error_code: 'NO_TARGET_GROUP_SPECIFIED',
        meta_data: { missing: [{ type: 'targetGroup', id: group.id, name: 'Staff' }] },
      },
    });
    await remove(`/toggles/${toggle.id}`);
    expect(await restore(experiment.id)).toMatchObject({
      body: {
        error_code: 'NO_TOGGLE',
        meta_data: {
          missing: [
            { type: 'targetGroup', name: 'Staff' },
            { type: 'toggle', name: 'checkout' },
          ],
        },
      },
    });
    expect((await listed()).items).toHaveLength(4);
  });

  it('TOGGLE_ARCHIVED, TOGGLE_HAS_EXPERIMENT: an experiment needs its place', async () => {
    const toggle = await toggleNamed('checkout');
    const draft = { toggleId: toggle.id, rules: [{ type: 'ALL_USERS', valueSpec: ON }] };
    const { id } = await created<Experiment>(inProduction(), draft);
    await remove(`${inProduction()}/${id}`);
    await call('POST', `/toggles/${toggle.id}/archive`);
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: { error_code: 'TOGGLE_ARCHIVED' },
    });
    await call('POST', `/toggles/${toggle.id}/unarchive`);
    await created<Experiment>(inProduction(), draft);
    expect(await restore(id)).toMatchObject({
      status: 409,
      body: { error_code: 'TOGGLE_HAS_EXPERIMENT' },
    });
  });

  it('DUPLICATE_NAME: another name is given, and the former one stays with its new owner', async () => {
    const first = await toggleNamed('checkout');
    await remove(`/toggles/${first.id}`);
    await toggleNamed('checkout');
    expect(await restore(first.id)).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATE_NAME', meta_data: { at: ['name'] } },
    });
    expect((await restore(first.id, { name: 'a b' })).body.error_code).toBe('INVALID_NAME');
    expect(await restore(first.id, { name: 'checkout-2' })).toMatchObject({
      status: 201,
      body: { name: 'checkout-2' },
    });
    const property = await created<Property>('/properties', { key: 'country', type: 'STRING' });
    await remove(`/properties/${property.id}`);
    await created<Property>('/properties', { key: 'Country', type: 'STRING' });
    expect(await restore(property.id)).toMatchObject({ body: { error_code: 'DUPLICATE_KEY' } });
    expect(await restore(property.id, { name: 'land' })).toMatchObject({ status: 201 });
  });

  it('MAX_FEATURE_TOGGLES_LIMIT_REACHED: the plan counts; an owner who was deleted is none', async () => {
    const owner = await createUser(server, admin.accountId, { admin: true });
    const toggle = await created<Toggle>('/toggles', {
      name: 'checkout',
      values: ['off', 'on'],
      defaultValue: 'off',
      ownerId: owner.id,
    });
    await remove(`/toggles/${toggle.id}`);
    await toggleNamed('other');
    const { sql } = server.database;
    const plan = (name: string) =>
      sql.update(accounts).set({ plan: name }).where(eq(accounts.id, admin.accountId));
    await plan('FULL');
    expect((await restore(toggle.id)).body.error_code).toBe('MAX_FEATURE_TOGGLES_LIMIT_REACHED');
    await plan('ON_PREMISE');
    await sql.delete(users).where(eq(users.id, owner.id));
    expect((await restore(toggle.id)).status).toBe(201);
    const { body } = await call<Toggle>('GET', `/toggles/${toggle.id}`);
    expect(body).toMatchObject({ ownerId: null });
  });

  it('twice at once it is restored once', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    const answers = await Promise.all([restore(toggle.id), restore(toggle.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 404]);
    const entries = await server.database.sql
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, toggle.id));
    expect(entries.map(({ action }) => action).sort()).toEqual(['CREATED', 'CREATED', 'DELETED']);
  });

  it('a row without a column that the table has since has its default', async () => {
    const toggle = await toggleNamed('checkout');
    await remove(`/toggles/${toggle.id}`);
    const { sql } = server.database;
    await sql
      .update(deletedItems)
      .set({ body: raw`${deletedItems.body} - 'tags' - 'available_to_clients' || '{"later": 1}'` })
      .where(eq(deletedItems.id, toggle.id));
    expect((await restore(toggle.id)).status).toBe(201);
    const { body } = await call<Toggle>('GET', `/toggles/${toggle.id}`);
    expect(body).toMatchObject({ tags: [], availableToClients: true, values: ['off', 'on'] });
  });
});
