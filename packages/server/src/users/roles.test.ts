import type { ApplicationSummary } from '@comporta/contract/applications/application';
import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import type { Person, User } from '@comporta/contract/users/user';
import type { UserRole } from '@comporta/contract/users/user-role';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { applications } from '../tables/applications.ts';
import { grants, roles } from '../tables/grants.ts';
import {
  createApplication,
  createClientKey,
  createCompany,
  createTargetGroup,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let eva: TestUser;
let shop: TestApplication;
let production: string;
let staging: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  shop = await createApplication(server, admin.accountId, ['Production', 'Staging']);
  [production = '', staging = ''] = shop.environmentIds;
  eva = await createUser(server, admin.accountId, { name: 'Eva', apps: [shop.id] });
});

const VIEWER = () => [{ appId: shop.id, role: 'VIEWER', environments: [] }];
const EDITOR_BUT_PRODUCTION = () => [
  { appId: shop.id, role: 'EDITOR', environments: [{ envId: production, role: 'VIEWER' }] },
];
const VIEWER_BUT_STAGING = () => [
  { appId: shop.id, role: 'VIEWER', environments: [{ envId: staging, role: 'EDITOR' }] },
];

interface Answer {
  readonly error_code?: string;
  readonly meta_data?: object;
}

function call<Body = Answer>(
  method: string,
  path: string,
  { by = admin, body }: { by?: TestUser; body?: object } = {},
) {
  const at = path.startsWith('/api') ? path : `/api/apps/${shop.id}${path}`;
  return server.call<Body>(method, at, { token: by.token, ...(body && { body }) });
}

async function read(): Promise<User> {
  return (await call<User>('GET', `/api/users/${eva.id}`)).body;
}

async function give(given: readonly object[] | undefined, more: object = {}) {
  const { body } = await call<User>('GET', `/api/users/${eva.id}`);
  const { roles: _roles, ...user } = body;
  const sent = { ...user, ...(given && { roles: given }), ...more };
  return call<User & Answer>('PUT', `/api/users/${eva.id}`, { body: sent });
}

function isGranted() {
  const which = and(eq(grants.userId, eva.id), eq(grants.applicationId, shop.id));
  return server.database.sql.$count(grants, which);
}

describe('SAF-40, SAF-41: roles of a user', () => {
  it('are stored in one form, answered, listed and left out where they say nothing', async () => {
    expect('roles' in (await read())).toBe(false);
    const sent = [
      {
        appId: shop.id,
        role: 'EDITOR',
        environments: [
          { envId: staging, role: 'EDITOR' },
          { envId: production, role: 'APPROVER' },
        ],
      },
    ];
    const stored: UserRole[] = [
      { appId: shop.id, role: 'EDITOR', environments: [{ envId: production, role: 'APPROVER' }] },
    ];
    expect((await give(sent)).body.roles).toEqual(stored);
    expect((await read()).roles).toEqual(stored);
    const { body: all } = await call<User[]>('GET', '/api/users');
    expect(all.find(({ id }) => id === eva.id)?.roles).toEqual(stored);

    const plain = [{ appId: shop.id, role: 'EDITOR' }];
    expect('roles' in (await give(plain)).body).toBe(false);
    expect((await give([])).body.version).toBe((await read()).version);
  });

  it('stay where a save does not name them, and go with their application', async () => {
    const other = await createApplication(server, admin.accountId);
    await give([...VIEWER(), { appId: other.id, role: 'APPROVER' }], { apps: [shop.id, other.id] });
    const kept = await give(undefined, { name: 'Eva Lima' });
    expect(kept.body.roles).toHaveLength(2);
    const third = await createApplication(server, admin.accountId);
    const { body } = await give(undefined, { apps: [shop.id, third.id] });
    expect(body.apps.toSorted()).toEqual([shop.id, third.id].toSorted());
    expect(body.roles).toEqual(VIEWER());
    expect('roles' in (await give(undefined, { admin: true })).body).toBe(false);
    expect(await server.database.sql.$count(roles, eq(roles.userId, eva.id))).toBe(0);
  });

  it('go with an environment that is removed, and leave what was said of the application', async () => {
    await give(EDITOR_BUT_PRODUCTION());
    await server.database.sql.execute(`delete from environments where id = '${production}'`);
    expect(await read()).toMatchObject({ apps: [shop.id] });
    expect((await call('POST', '/toggles', { by: eva, body: TOGGLE })).status).toBe(201);
  });

  it.each([
    ['an unknown role', () => [{ appId: shop.id, role: 'OWNER' }]],
    ['no role', () => [{ appId: shop.id }]],
    ['an application that is not opened', () => [{ appId: newId(), role: 'VIEWER' }]],
    ['one application twice', () => [...VIEWER(), ...VIEWER()]],
    ['no environment of it', () => withEnvironment(newId())],
    ['no id', () => withEnvironment('production')],
  ])('INVALID_ROLE: %s', async (_what, given) => {
    const before = await read();
    expect(await give(given())).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_ROLE', meta_data: { at: expect.any(Array) } },
    });
    expect(await read()).toEqual(before);
  });

  it('INVALID_ROLE: an environment of another company answers as one that does not exist', async () => {
    const stranger = await createCompany(server);
    const theirs = await createApplication(server, stranger.accountId);
    const refusals = [];
    for (const envId of [theirs.environmentIds[0] ?? '', newId()]) {
      const { status, body } = await give(withEnvironment(envId));
      refusals.push({ status, code: body.error_code, meta: body.meta_data });
    }
    expect(refusals[0]).toEqual(refusals[1]);
    expect(refusals[0]).toMatchObject({ status: 400, code: 'INVALID_ROLE' });
  });

  it('SAF-80: are audited as their user, by names', async () => {
    await give(EDITOR_BUT_PRODUCTION());
    const { body } = await call<AuditPage>('GET', `/api/audit-logs?entity=${eva.id}`);
    expect(body.items[0]).toMatchObject({ action: 'EDITED', entity: { type: 'user' } });
    expect(JSON.stringify(body.items[0]?.changes)).toContain(': Production');
    await give(undefined, { name: 'Eva Lima' });
    const { body: later } = await call<AuditPage>('GET', `/api/audit-logs?entity=${eva.id}`);
    expect(later.items[0]?.changes).toMatchObject([{ path: 'name' }]);
  });
});

function withEnvironment(envId: string) {
  return [{ appId: shop.id, role: 'VIEWER', environments: [{ envId, role: 'EDITOR' }] }];
}

const TOGGLE = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
const ALL_USERS = {
  id: newId(),
  type: 'ALL_USERS',
  valueSpec: { type: 'EXACT_VALUE', exactValue: 'enabled' },
} as const;

describe('SAF-44: grants and roles', () => {
  it.each([
    ['a viewer', VIEWER, 0],
    ['an editor who only reads Production', EDITOR_BUT_PRODUCTION, 0],
    ['an approver', () => [{ appId: shop.id, role: 'APPROVER' }], 1],
    ['an editor', () => [], 1],
  ])('%s: only who is an editor everywhere has a grant', async (_who, given, count) => {
    await give(VIEWER());
    expect((await give(given())).status).toBe(200);
    expect(await isGranted()).toBe(count);
    expect((await read()).apps).toEqual([shop.id]);
  });

  it('a program that takes the grant away takes the roles away', async () => {
    await give([{ appId: shop.id, role: 'APPROVER' }]);
    await server.database.sql.delete(grants).where(eq(grants.userId, eva.id));
    expect((await call('GET', '', { by: eva })).status).toBe(403);
    expect(await read()).toMatchObject({ apps: [] });
  });

  it('where both exist, the role decides', async () => {
    await give(VIEWER());
    await server.database.sql.insert(grants).values({ userId: eva.id, applicationId: shop.id });
    expect((await call('POST', '/toggles', { by: eva, body: TOGGLE })).status).toBe(403);
    expect((await read()).roles).toEqual(VIEWER());
  });

  it('lists, search and people follow both', async () => {
    await give(VIEWER());
    await createToggle(server, shop.id, { name: 'checkout-flow' });
    const { body: apps } = await call<ApplicationSummary[]>('GET', '/api/apps', { by: eva });
    expect(apps.map(({ id }) => id)).toEqual([shop.id]);
    const found = await call<object>('GET', '/api/search?q=checkout-flow', { by: eva });
    expect(JSON.stringify(found.body)).toContain('checkout-flow');
    const { body: people } = await call<Person[]>('GET', '/people');
    expect(people.map(({ name }) => name)).toContain('Eva');
    const { sql } = server.database;
    const own = and(eq(roles.userId, eva.id), isNull(roles.environmentId));
    expect(await sql.$count(roles, own)).toBe(1);
  });
});

describe('SAF-43: what GET /api/apps says', () => {
  it('the role, only where it is not that of an editor', async () => {
    const listed = async (by: TestUser) =>
      (await call<ApplicationSummary[]>('GET', '/api/apps', { by })).body[0];
    expect(await listed(eva)).toEqual(await listed(admin));
    expect(JSON.stringify(await listed(eva))).not.toContain('role');
    await give(VIEWER_BUT_STAGING());
    const seen = await listed(eva);
    expect(seen).toMatchObject({ role: 'VIEWER' });
    expect(seen?.environments.map(({ name, role }) => [name, role])).toEqual([
      ['Production', undefined],
      ['Staging', 'EDITOR'],
    ]);
    expect(JSON.stringify(await listed(admin))).not.toContain('role');
  });

  it('a freeze, while it lasts', async () => {
    const hour = 3_600_000;
    const body = {
      name: 'Black Friday',
      from: new Date(Date.now() - hour).toISOString(),
      to: new Date(Date.now() + hour).toISOString(),
      environmentIds: [production],
    };
    expect((await call('POST', '/freezes', { body })).status).toBe(201);
    const { body: apps } = await call<ApplicationSummary[]>('GET', '/api/apps', { by: eva });
    expect(apps[0]?.environments.map(({ freeze }) => freeze?.name)).toEqual([
      'Black Friday',
      undefined,
    ]);
  });

  it('viewers get no webhook, and client keys masked', async () => {
    const webhook = 'https://hooks.example.com/secret';
    await server.database.sql
      .update(applications)
      .set({ notificationWebhook: webhook })
      .where(eq(applications.id, shop.id));
    const key = await createClientKey(server, production);
    const keyPath = `/env/${production}/client-key`;
    const seen = async () => [
      (await call<{ notificationWebhook: string | null }>('GET', '', { by: eva })).body
        .notificationWebhook,
      (await call<{ key: string }>('GET', keyPath, { by: eva })).body.key,
      (await call('GET', '/notifications/secret', { by: eva })).status,
      (await call('GET', '/notifications/deliveries', { by: eva })).status,
    ];
    expect(await seen()).toEqual([webhook, key, 200, 200]);
    await give(EDITOR_BUT_PRODUCTION());
    expect(await seen()).toEqual([webhook, `····${key.slice(-4)}`, 200, 200]);
    await give(VIEWER());
    expect(await seen()).toEqual([null, `····${key.slice(-4)}`, 403, 403]);
  });
});

describe('SAF-42: an environment touched indirectly', () => {
  let toggleId: string;
  let groupId: string;

  beforeEach(async () => {
    toggleId = await createToggle(server, shop.id);
    groupId = await createTargetGroup(server, shop.id, { name: 'Staff', uids: 'ana' });
    const { valueSpec } = ALL_USERS;
    const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [groupId] };
    const rules = [{ type: 'TARGET_GROUP', targetGroupRule, valueSpec }, ALL_USERS];
    const body = { toggleId, rules };
    expect((await call('POST', `/envs/${production}/experiments`, { body })).status).toBe(201);
    await give(EDITOR_BUT_PRODUCTION());
  });

  const readOnly = () => ({
    status: 409,
    body: {
      error_code: 'ENVIRONMENT_READ_ONLY',
      meta_data: { environments: [{ id: production, name: 'Production' }] },
    },
  });

  it('ENVIRONMENT_READ_ONLY: a default value, a group in use, a toggle, a rename and a removal', async () => {
    const { body: toggle } = await call<object>('GET', `/toggles/${toggleId}`);
    const flipped = { ...toggle, defaultValue: 'enabled' };
    const put = (path: string, body: object) => call('PUT', path, { by: eva, body });
    expect(await put(`/toggles/${toggleId}`, flipped)).toMatchObject(readOnly());
    expect((await put(`/toggles/${toggleId}`, { ...toggle, description: 'New' })).status).toBe(200);

    const { body: group } = await call<{ conditions: object[] }>(
      'GET',
      `/target-groups/${groupId}`,
    );
    const conditions = group.conditions.map((one) => ({ ...one, term: 'rui' }));
    expect(await put(`/target-groups/${groupId}`, { ...group, conditions })).toMatchObject(
      readOnly(),
    );

    const free = await createToggle(server, shop.id);
    expect(await call('DELETE', `/toggles/${free}`, { by: eva })).toMatchObject(readOnly());

    const { body: application } = await call<{ environments: { id: string }[] }>('GET', '');
    const renamed = application.environments.map((one) =>
      one.id === production ? { ...one, production: false } : one,
    );
    expect(await put('', { ...application, environments: renamed })).toMatchObject(readOnly());
    const left = application.environments.filter(({ id }) => id !== production);
    expect(
      await put('', { ...application, environments: left, removeEnvironments: [production] }),
    ).toMatchObject(readOnly());
    expect((await put('', { ...application, name: 'Storefront' })).status).toBe(200);
  });

  it('names only what may be read, and refuses single rows of a bulk change', async () => {
    const other = await createToggle(server, shop.id);
    await call('POST', `/toggles/${other}/archive`, { by: eva });
    const { body } = await call<{ results: { error_code?: string }[] }>('POST', '/toggles/bulk', {
      by: eva,
      body: { action: 'DELETE', ids: [other] },
    });
    expect(body.results[0]?.error_code).toBe('ENVIRONMENT_READ_ONLY');
  });

  it('an editor of one environment changes only what belongs to it', async () => {
    await give(VIEWER_BUT_STAGING());
    const inStaging = `/envs/${staging}/experiments`;
    const body = { toggleId, rules: [ALL_USERS] };
    expect((await call('POST', inStaging, { by: eva, body })).status).toBe(201);
    expect((await call('POST', '/toggles', { by: eva, body: TOGGLE })).status).toBe(403);
    const inProduction = `/envs/${production}/experiments`;
    expect((await call('POST', inProduction, { by: eva, body })).status).toBe(403);
  });
});
