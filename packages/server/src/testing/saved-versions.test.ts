import type { SavedVersion } from '@comporta/contract/saved-version';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createProperty,
  createTargetGroup,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from './builders.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const VALUES = { values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const EVERYONE = { type: 'ALL_USERS', valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' } };

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let colleague: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  const apps = [application.id];
  colleague = await createUser(server, admin.accountId, { name: 'Rui', apps });
});

async function call<Body = Record<string, unknown>>(
  method: string,
  path: string,
  { token = admin.token, body }: { token?: string; body?: unknown } = {},
): Promise<Body> {
  const answer = await server.call<Body>(method, `/api/apps/${application.id}/${path}`, {
    token,
    ...(body !== undefined && { body }),
  });
  expect(answer, `${method} ${path}`).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
  return answer.body;
}

async function versionsOf(path: string): Promise<number[]> {
  const versions = await call<SavedVersion[]>('GET', `${path}/versions`);
  return versions.map(({ version }) => version);
}

describe('T27: the saved versions of an entity', () => {
  it('say who saved it, when and with what content, newest first; a save without a change adds none', async () => {
    const path = `toggles/${await createToggle(server, application.id)}`;
    const tagged = { ...VALUES, tags: ['seo'] };
    await call('PUT', path, { token: colleague.token, body: tagged });
    await call('PUT', path, { body: tagged });
    await call('POST', `${path}/archive`);

    const toggle = await call('GET', path);
    const versions = await call<SavedVersion[]>('GET', `${path}/versions`);
    expect(versions).toMatchObject([
      { version: 3, ...(toggle.lastChanged as object) },
      { version: 2, by: { id: colleague.id, name: 'Rui' } },
      { version: 1, by: { name: 'Ana' } },
    ]);
    expect(await call('GET', `${path}/versions/3`)).toMatchObject({
      version: 3,
      body: { name: toggle.name, tags: ['seo'], archived: true, ownerId: null },
    });
    expect(await call('GET', `${path}/versions/1`)).toEqual({
      ...versions[2],
      body: {
        ...VALUES,
        name: toggle.name,
        description: '',
        valueType: 'BOOLEAN',
        availableToClients: true,
        tags: [],
        lifetime: 'TEMPORARY',
        removeBy: null,
        ownerId: null,
        snoozedUntil: null,
        archived: false,
      },
      missing: [],
    });
    for (const unknown of ['0', '4', '1.0', 'x', '99999999999']) {
      const refused = await server.call(
        'GET',
        `/api/apps/${application.id}/${path}/versions/${unknown}`,
        { token: admin.token },
      );
      expect(refused).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    }
  });

  it('reach back 100 saves', async () => {
    const path = `toggles/${await createToggle(server, application.id)}`;
    for (let save = 2; save <= 102; save++) {
      await call('PUT', path, { body: { ...VALUES, description: `${save}` } });
    }
    const versions = await versionsOf(path);
    expect(versions).toEqual(Array.from({ length: 100 }, (_, index) => 102 - index));
    expect(await call('GET', `${path}/versions/3`)).toMatchObject({ body: { description: '3' } });
  });

  it('CDW-45: of an experiment have its rules and status, and name what was deleted since', async () => {
    const toggle = await createToggle(server, application.id);
    const id = await createExperiment(server, application, toggle, []);
    const path = `envs/${application.environmentIds[0]}/experiments/${id}`;
    const propertyId = await createProperty(server, application.id, {
      key: 'plan',
      type: 'STRING',
    });
    const group = await createTargetGroup(server, application.id, { name: 'Staff', uids: '1' });
    const enabled = EVERYONE.valueSpec;
    const rules = [
      {
        type: 'PROPERTY',
        propertyRule: { propertyId, expression: 'EQUALS', term: 'pro' },
        valueSpec: enabled,
      },
      {
        type: 'TARGET_GROUP',
        targetGroupRule: { policy: 'ANY_OF', targetGroupsIds: [group] },
        valueSpec: enabled,
      },
      EVERYONE,
    ];
    const saved = await call('PUT', path, { body: { toggleId: toggle, rules } });
    await call('POST', `${path}/pause`);
    await call('PUT', path, { body: { toggleId: toggle, rules: [EVERYONE] } });
    await call('DELETE', `properties/${propertyId}`);
    await call('DELETE', `target-groups/${group}`);

    expect(await versionsOf(path)).toEqual([4, 3, 2, 1]);
    expect(await call('GET', `${path}/versions/3`)).toMatchObject({
      body: { toggleId: toggle, status: 'PAUSED', rules: saved.rules },
      missing: [
        { type: 'property', id: propertyId, name: 'plan' },
        { type: 'targetGroup', id: group, name: 'Staff' },
      ],
    });
    expect(await call('GET', `${path}/versions/4`)).toMatchObject({ missing: [] });
    await call('DELETE', path);
  });

  it('of a target group have its conditions, and name the properties that were deleted since', async () => {
    const propertyId = await createProperty(server, application.id, {
      key: 'plan',
      type: 'STRING',
    });
    const condition = { propertyId, expression: 'EQUALS', term: 'pro' };
    const draft = { name: 'Paying', policy: 'AND', conditions: [condition] };
    const group = await call('POST', 'target-groups', { body: draft });
    const path = `target-groups/${group.id}`;
    const anybody = { propertyId: 'uid', expression: 'CONTAINS', term: 'a' };
    await call('PUT', path, { body: { ...draft, conditions: [anybody] } });
    await call('DELETE', `properties/${propertyId}`);
    expect(await call('GET', `${path}/versions/1`)).toMatchObject({
      body: { name: 'Paying', policy: 'AND', conditions: [condition] },
      missing: [{ type: 'property', id: propertyId, name: 'plan' }],
    });
  });

  it('are also kept of entities that an import replaces', async () => {
    const name = 'imported';
    const path = `toggles/${await createToggle(server, application.id, { name })}`;
    const document = await call<{ toggles: object[] }>('GET', 'export');
    const changed = document.toggles.map((toggle) => ({ ...toggle, description: 'New' }));
    await call('POST', 'import', { body: { ...document, toggles: changed } });
    expect(await versionsOf(path)).toEqual([2, 1]);
    expect(await call('GET', `${path}/versions/1`)).toMatchObject({ body: { description: '' } });
  });

  it('T20: list the newest save of a release that keeps no versions, and the next save keeps it', async () => {
    const id = await createToggle(server, application.id);
    const next = { description: 'Old', version: raw`version + 1`, savedBy: 'Rui' };
    await server.database.sql.update(toggles).set(next).where(eq(toggles.id, id));
    expect(await versionsOf(`toggles/${id}`)).toEqual([2]);
    await call('PUT', `toggles/${id}`, { body: VALUES });
    expect(await versionsOf(`toggles/${id}`)).toEqual([3, 2]);
    expect(await call('GET', `toggles/${id}/versions/2`)).toMatchObject({
      by: { name: 'Rui' },
      body: { description: 'Old' },
    });
  });
});

describe('T20: who saved last', () => {
  const EVERY_TABLE = [
    'users',
    'applications',
    'properties',
    'target_groups',
    'toggles',
    'experiments',
  ];

  /** Makes the admin the person who saved all rows, and then saves them as 0.1.0 does, which does not know `saved_by_id`. */
  async function savedWithFormerRelease(table: string, by: string) {
    const { sql } = server.database;
    const rows = raw.identifier(table);
    await sql.execute(raw`update ${rows} set saved_by = 'Ana', saved_by_id = ${admin.id}`);
    await sql.execute(
      raw`update ${rows} set version = version + 1, saved_by = ${by}, saved_at = now()`,
    );
    const saved = await sql.execute(
      raw`select distinct saved_by as name, saved_by_id as id from ${rows}`,
    );
    return saved.rows;
  }

  it.each(EVERY_TABLE)(
    '%s: is not whoever saved before a save of the previous release',
    async (table) => {
      const toggleId = await createToggle(server, application.id);
      await createProperty(server, application.id, { key: 'plan', type: 'STRING' });
      await createTargetGroup(server, application.id, { name: 'Staff', uids: '1' });
      await createExperiment(server, application, toggleId, []);
      expect(await savedWithFormerRelease(table, 'Rui')).toEqual([{ name: 'Rui', id: null }]);
      expect(await savedWithFormerRelease(table, 'Ana')).toEqual([{ name: 'Ana', id: admin.id }]);
    },
  );

  it('is the same person after this person was renamed', async () => {
    const path = `toggles/${await createToggle(server, application.id)}`;
    await call('PUT', path, { body: VALUES });
    const { sql } = server.database;
    await sql.update(users).set({ name: 'Ana Luz' }).where(eq(users.id, admin.id));
    const saved = await call('PUT', path, { body: { ...VALUES, description: 'New' } });
    expect(saved).toMatchObject({ lastChanged: { by: { id: admin.id, name: 'Ana Luz' } } });
  });
});
