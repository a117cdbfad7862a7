import type { Provider } from '@comporta/contract/identity/provider';
import type { User } from '@comporta/contract/users/user';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { grants, roles } from '../tables/grants.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  addMapped,
  type ClaimedPerson,
  newPerson,
  openDesk,
  signOn,
} from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;
let web: TestApplication;
let shop: TestApplication;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  admin = await createCompany(server);
  web = await createApplication(server, admin.accountId);
  shop = await createApplication(server, admin.accountId);
});

const save = (draft: object) => addMapped(server, issuer, { admin, ...draft });

function on(provider: Provider, claims: ClaimedPerson, groups?: readonly string[]) {
  return signOn(server, { issuer, provider, claims: { ...claims, groups } });
}

/** As an administrator of the company sees them. */
async function userWith({ email }: ClaimedPerson): Promise<User> {
  const [row] = await server.database.sql.select().from(users).where(eq(users.email, email));
  const { body } = await server.call<User>('GET', `/api/users/${row?.id}`, { token: admin.token });
  return body;
}

function put(user: User, change: object) {
  return server.call<User & { error_code: string; meta_data: object }>(
    'PUT',
    `/api/users/${user.id}`,
    {
      token: admin.token,
      body: { ...user, ...change },
    },
  );
}

const role = (app: TestApplication, of: string) => ({ appId: app.id, role: of, environments: [] });

describe('IDN-17 SAF-40: a group gives a role', () => {
  it('of several groups the highest; it changes with them, and goes with them', async () => {
    const provider = await save({
      mapping: [
        { group: 'readers', apps: [web.id, shop.id], role: 'VIEWER' },
        { group: 'makers', apps: [web.id] },
        { group: 'leads', apps: [web.id], role: 'APPROVER' },
      ],
    });
    const ana = newPerson();
    await on(provider, ana, ['readers']);
    expect(await userWith(ana)).toMatchObject({
      apps: [web.id, shop.id].sort(),
      roles: [role(web, 'VIEWER'), role(shop, 'VIEWER')].sort((one, two) =>
        one.appId < two.appId ? -1 : 1,
      ),
    });
    await on(provider, ana, ['readers', 'makers']);
    expect((await userWith(ana)).roles).toEqual([role(shop, 'VIEWER')]);
    await on(provider, ana, ['leads', 'makers']);
    expect(await userWith(ana)).toMatchObject({ apps: [web.id], roles: [role(web, 'APPROVER')] });
    await on(provider, ana, ['makers']);
    expect(await userWith(ana)).toMatchObject({ apps: [web.id] });
    expect((await userWith(ana)).roles).toBeUndefined();
    await on(provider, ana, []);
    expect((await userWith(ana)).apps).toEqual([]);
    const { sql } = server.database;
    const { id } = await userWith(ana);
    expect(await sql.$count(grants, eq(grants.userId, id))).toBe(0);
    expect(await sql.$count(roles, eq(roles.userId, id))).toBe(0);
  });

  it('that is a right: viewers write nothing, and the others do', async () => {
    const provider = await save({
      mapping: [
        { group: 'readers', apps: [web.id], role: 'VIEWER' },
        { group: 'makers', apps: [web.id] },
      ],
    });
    const ana = newPerson();
    const write = async (groups: readonly string[]) => {
      const { body } = await on(provider, ana, groups);
      const made = await server.call('POST', `/api/apps/${web.id}/properties`, {
        token: body.access_token,
        body: { key: `of-${groups}`, type: 'STRING' },
      });
      return made.status;
    };
    expect(await write(['readers'])).toBe(403);
    expect(await write(['makers'])).toBe(201);
    expect(await write(['readers'])).toBe(403);
  });

  it('that nobody changes by hand meanwhile; what a person gave, no group changes', async () => {
    const provider = await save({
      mapping: [{ group: 'readers', apps: [web.id, shop.id], role: 'VIEWER' }],
    });
    const ana = newPerson();
    await on(provider, ana, []);
    const before = await userWith(ana);
    expect((await put(before, { apps: [shop.id], roles: [role(shop, 'APPROVER')] })).status).toBe(
      200,
    );
    await on(provider, ana, ['readers']);
    const user = await userWith(ana);
    expect(user.roles).toEqual(
      expect.arrayContaining([role(web, 'VIEWER'), role(shop, 'APPROVER')]),
    );
    expect(user.managed?.apps).toEqual([{ appId: web.id, provider: 'Corp SSO', group: 'readers' }]);
    const raised = await put(user, { roles: [role(shop, 'APPROVER')] });
    expect(raised).toMatchObject({
      status: 409,
      body: {
        error_code: 'MANAGED_BY_PROVIDER',
        meta_data: { provider: 'Corp SSO', group: 'readers', application_id: web.id, at: ['apps'] },
      },
    });
    await on(provider, ana, []);
    expect(await userWith(ana)).toMatchObject({ apps: [shop.id], roles: [role(shop, 'APPROVER')] });
  });

  it('that stays as given by hand when the provider goes', async () => {
    const provider = await save({
      mapping: [{ group: 'readers', apps: [web.id], role: 'VIEWER' }],
    });
    const ana = newPerson();
    await on(provider, ana, ['readers']);
    await server.call('DELETE', `/api/accounts/providers/${provider.id}`, { token: admin.token });
    const user = await userWith(ana);
    expect(user).toMatchObject({ apps: [web.id], roles: [role(web, 'VIEWER')] });
    expect(user.managed).toBeUndefined();
    expect((await put(user, { apps: [], roles: [] })).status).toBe(200);
  });

  it('that Test sign-in and the audit log tell', async () => {
    await save({
      mapping: [
        { group: 'readers', apps: [web.id], role: 'VIEWER' },
        { group: 'leads', apps: [web.id], role: 'APPROVER' },
        { group: 'makers', apps: [shop.id], role: 'EDITOR' },
      ],
    });
    const [entry] = await server.database.sql
      .select({ after: auditEntries.after })
      .from(auditEntries)
      .where(
        and(eq(auditEntries.accountId, admin.accountId), eq(auditEntries.entityType, 'provider')),
      );
    expect(entry?.after).toMatchObject({ viewerGroups: ['readers'], approverGroups: ['leads'] });
  });
});

describe('IDN-17: what groups gave', () => {
  it('ON_CREATE is given once, as by hand', async () => {
    const provider = await save({
      mappingMode: 'ON_CREATE',
      mapping: [
        { group: 'web', apps: [web.id] },
        { group: 'shop', apps: [shop.id], role: 'VIEWER' },
        { group: 'admins', admin: true, apps: [] },
      ],
    });
    const ana = newPerson();
    await on(provider, ana, ['web', 'shop']);
    const user = await userWith(ana);
    expect(user).toMatchObject({ apps: [web.id, shop.id].sort(), roles: [role(shop, 'VIEWER')] });
    expect(user.managed).toBeUndefined();
    expect((await on(provider, ana, ['admins'])).body).toMatchObject({ is_admin: false });
    expect((await userWith(ana)).apps).toEqual([web.id, shop.id].sort());
    expect((await put(user, { apps: [shop.id] })).status).toBe(200);
    await on(provider, ana, ['web']);
    expect((await userWith(ana)).apps).toEqual([shop.id]);
  });

  it('stays with somebody whom a person makes an administrator, and is there when they are none', async () => {
    const provider = await save({
      mapping: [
        { group: 'web', apps: [web.id] },
        { group: 'shop', apps: [shop.id], role: 'VIEWER' },
      ],
    });
    const ana = newPerson();
    await on(provider, ana, ['web', 'shop']);
    const raised = await put(await userWith(ana), { admin: true, apps: [], roles: [] });
    expect(raised.body).toMatchObject({ admin: true });
    const lowered = await put(raised.body, { admin: false });
    expect(lowered.body).toMatchObject({
      admin: false,
      apps: [web.id, shop.id].sort(),
      roles: [role(shop, 'VIEWER')],
      managed: { apps: expect.arrayContaining([expect.objectContaining({ group: 'web' })]) },
    });
  });

  it('is not lost while the groups are not said, and is refused to who would be new', async () => {
    const provider = await save({ mapping: [{ group: 'web', apps: [web.id] }] });
    const ana = newPerson();
    await on(provider, ana, ['web']);
    expect((await on(provider, ana)).status).toBe(200);
    expect((await userWith(ana)).apps).toEqual([web.id]);
    expect((await on(provider, newPerson())).body.error_code).toBe('SSO_GROUPS_MISSING');
  });
});
