import type { Administrator, CreatedUser, User } from '@comporta/contract/users/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { takeApplication } from '../platform/callers/application-scope.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import { users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { toggles } from '../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  createUser,
  PASSWORD,
  type TestUser,
} from '../testing/builders.ts';
import { logIn } from '../testing/log-in.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"TRIAL":{"MAX_USERS":3}}' });
  admin = await createCompany(server);
});
afterAll(() => server.close());

function newEmail(): string {
  return `${crypto.randomUUID()}@example.com`;
}

function create(body: object, by = admin) {
  return server.call<CreatedUser>('POST', '/api/users', { token: by.token, body });
}

function edit(id: string, body: object, by = admin, headers: Record<string, string> = {}) {
  return server.call<User>('PUT', `/api/users/${id}`, { token: by.token, body, headers });
}

function remove(id: string, by = admin) {
  return server.call('DELETE', `/api/users/${id}`, { token: by.token });
}

async function listAdministrators(token: string) {
  return (await server.call<Administrator[]>('GET', '/api/accounts/administrators', { token }))
    .body;
}

async function read(id: string, by = admin): Promise<User> {
  return (await server.call<User>('GET', `/api/users/${id}`, { token: by.token })).body;
}

async function list(by = admin): Promise<User[]> {
  return (await server.call<User[]>('GET', '/api/users', { token: by.token })).body;
}

function entriesOf(id: string) {
  return server.database.sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, id))
    .orderBy(auditEntries.sequence);
}

async function statusWith(token: string): Promise<number> {
  return (await server.call('GET', '/api/accounts/limits', { token })).status;
}

describe('creating a user', () => {
  it('the saved user is the one that is read and listed; they are invited and not yet active', async () => {
    const [one, other] = [
      await createApplication(server, admin.accountId),
      await createApplication(server, admin.accountId),
    ];
    const email = newEmail();
    const body = { name: '  Rui ', email: ` ${email.toUpperCase()} `, apps: [one.id, other.id] };
    const created = await create(body);
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({
      name: 'Rui',
      email,
      admin: false,
      active: false,
      invited: true,
      version: 1,
    });
    expect([...created.body.apps].sort()).toEqual([one.id, other.id].sort());

    const { passwordLink, ...user } = created.body;
    const seen = await read(user.id);
    expect({ ...seen, apps: [...seen.apps].sort() }).toEqual({
      ...user,
      apps: [...user.apps].sort(),
    });
    expect(await list()).toContainEqual(seen);
    expect(passwordLink).toMatch(/^http:\/\/localhost:8080\/password\/[\w-]{43}$/);
  });

  it('the link in the response can be used to set the password', async () => {
    const { body } = await create({ name: 'Rui', email: newEmail() });
    const token = body.passwordLink?.split('/').at(-1);
    const password = { value: PASSWORD, confirmation: PASSWORD };
    await server.call('POST', `/api/users/passwords/${token}`, { body: password });
    expect(await read(body.id)).toMatchObject({ active: true, invited: false, version: 2 });
    expect((await logIn(server, { email: body.email, password: PASSWORD })).status).toBe(200);
  });

  it('an administrator gets no grants, because they can open all applications', async () => {
    const application = await createApplication(server, admin.accountId);
    const { body } = await create({
      name: 'Rui',
      email: newEmail(),
      admin: true,
      apps: [application.id],
    });
    expect(body).toMatchObject({ admin: true, apps: [] });
  });

  it.each([
    ['EMPTY_NAME', { name: ' ', email: 'rui@example.com' }],
    ['NAME_TOO_LONG', { name: 'a'.repeat(101), email: 'rui@example.com' }],
    ['EMPTY_EMAIL', { name: 'Rui' }],
    ['INVALID_EMAIL', { name: 'Rui', email: 'rui@' }],
    ['UNKNOWN_APPLICATION', { name: 'Rui', email: 'rui@example.com', apps: ['none'] }],
    ['INVALID_BODY', { name: 'Rui', email: 'rui@example.com', admin: 'yes' }],
  ])('%s: %j is refused and leaves nothing behind', async (code, body) => {
    const before = await list();
    expect(await create(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await list()).toEqual(before);
  });

  it('UNKNOWN_APPLICATION: an application of another company counts as unknown', async () => {
    const stranger = await createCompany(server);
    const theirs = await createApplication(server, stranger.accountId);
    const email = newEmail();
    expect(await create({ name: 'Rui', email, apps: [theirs.id] })).toMatchObject({
      status: 400,
      body: { error_code: 'UNKNOWN_APPLICATION' },
    });
  });

  it('EMAIL_ALREADY_IN_USE: an e-mail belongs to one company only', async () => {
    const stranger = await createCompany(server);
    expect(await create({ name: 'Rui', email: stranger.email.toUpperCase() })).toMatchObject({
      status: 409,
      body: { error_code: 'EMAIL_ALREADY_IN_USE' },
    });
  });

  it('EMAIL_ALREADY_IN_USE: of 20 concurrent creates with one e-mail exactly one succeeds', async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: 'Rui', email })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
  });

  it('MAX_USERS_LIMIT_REACHED: of 20 concurrent creates only as many succeed as the plan allows', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => create({ name: 'Rui', email: newEmail() }, trial)),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      201,
      201,
      ...Array(18).fill(409),
    ]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      error_code: 'MAX_USERS_LIMIT_REACHED',
      meta_data: { 'max-users': 3 },
    });
    expect(await list(trial)).toHaveLength(3);
  });

  it('two requests with the same Idempotency-Key create one user and return the same link', async () => {
    const body = { name: 'Rui', email: newEmail() };
    const headers = { 'idempotency-key': 'invite Rui' };
    const first = await server.call('POST', '/api/users', { token: admin.token, body, headers });
    const again = await server.call('POST', '/api/users', { token: admin.token, body, headers });
    expect(first.status).toBe(201);
    expect(again).toMatchObject({ status: 201, body: first.body });
  });

  it('RATE_LIMITED: sixty a minute for one company; invalid requests do not count', async () => {
    const { accountId, token } = await createCompany(server);
    const boss = { ...admin, accountId, token };
    expect((await create({ name: '', email: newEmail() }, boss)).status).toBe(400);
    for (let batch = 0; batch < 6; batch += 1) {
      const created = Array.from({ length: 10 }, () =>
        create({ name: 'Rui', email: newEmail() }, boss),
      );
      for (const answer of await Promise.all(created)) expect(answer.status).toBe(201);
    }
    const refused = await create({ name: 'Rui', email: newEmail() }, boss);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(await list(boss)).toHaveLength(61);
    expect((await create({ name: 'Rui', email: newEmail() })).status).toBe(201);
  });
});

describe('administrators', () => {
  it('CON-17: every user of the company can read their names and e-mails, and nothing else about them', async () => {
    const company = await createCompany(server);
    const bia = await createUser(server, company.accountId, { admin: false });
    const clara = await createUser(server, company.accountId, { admin: true, name: 'Clara' });
    await create({ name: 'Invited', email: newEmail(), admin: true }, company);
    const known = await list(company);
    const expected = [company.email, clara.email].map((email) => {
      const { id, name } = known.find((user) => user.email === email) ?? {};
      return { id, name, email };
    });
    expect(await listAdministrators(bia.token)).toEqual(expected);
    expect(await listAdministrators(admin.token)).not.toContainEqual(expected[0]);
  });

  it('a deactivated administrator is no longer listed', async () => {
    const company = await createCompany(server);
    const clara = await createUser(server, company.accountId, { admin: true, name: 'Clara' });
    const { id, ...user } = (await list(company)).find(({ email }) => email === clara.email) ?? {
      id: '',
    };
    await edit(id, { ...user, active: false }, company);
    expect(await listAdministrators(company.token)).toHaveLength(1);
  });
});

describe('T27: the people of an application', () => {
  it('are the active users who can open it, sorted by name', async () => {
    const company = await createCompany(server);
    const application = await createApplication(server, company.accountId);
    const apps = [application.id];
    const bia = await createUser(server, company.accountId, { name: 'bia', apps });
    const gone = await createUser(server, company.accountId, { name: 'Gone', apps });
    await edit(gone.id, { name: 'Gone', apps, active: false }, company);
    await createUser(server, company.accountId, { name: 'Elsewhere' });
    await create({ name: 'Invited', email: newEmail(), apps }, company);
    const path = `/api/apps/${application.id}/people`;
    expect((await server.call('GET', path, { token: bia.token })).body).toEqual([
      { id: company.id, name: 'Ana' },
      { id: bia.id, name: 'bia' },
    ]);
  });
});

describe('T27: the times of invitations and logins', () => {
  it('are returned for each user, the latest one of each', async () => {
    const company = await createCompany(server);
    const { body: invited } = await create({ name: 'Rui', email: newEmail() }, company);
    expect(invited).toMatchObject({ invitedAt: expect.any(String), lastLoginAt: null });
    expect(await read(invited.id, company)).toMatchObject({ invitedAt: invited.invitedAt });
    const again = { body: { email: invited.email } };
    await server.call('POST', '/api/users/reset-password', again);
    const { invitedAt } = await read(invited.id, company);
    expect(Date.parse(invitedAt ?? '')).toBeGreaterThan(Date.parse(invited.invitedAt ?? ''));

    const bia = await createUser(server, company.accountId);
    expect(await read(bia.id, company)).toMatchObject({ invitedAt: null, lastLoginAt: null });
    await logIn(server, { email: bia.email, password: 'wrong-1' });
    expect(await read(bia.id, company)).toMatchObject({ lastLoginAt: null });
    const before = new Date().toISOString();
    await logIn(server, { email: bia.email, password: PASSWORD });
    const { lastLoginAt, version } = await read(bia.id, company);
    expect([before, lastLoginAt].sort()).toEqual([before, lastLoginAt]);
    expect(version).toBe(1);
    await server.call('POST', '/api/users/reset-password', { body: { email: bia.email } });
    expect(await read(bia.id, company)).toMatchObject({ invitedAt: null, lastLoginAt });
  });
});

describe('changing a user', () => {
  it('creates a new version; the e-mail stays the same; grants are replaced', async () => {
    const [one, other] = [
      await createApplication(server, admin.accountId),
      await createApplication(server, admin.accountId),
    ];
    const user = await createUser(server, admin.accountId, { apps: [one.id] });
    const changed = await edit(user.id, {
      name: 'Rui',
      email: 'else@example.com',
      apps: [other.id],
    });
    expect(changed).toMatchObject({
      status: 200,
      headers: { etag: '"2"' },
      body: { name: 'Rui', email: user.email, active: true, apps: [other.id], version: 2 },
    });
    expect(await read(user.id)).toEqual(changed.body);
    const path = (id: string) => server.call('GET', `/api/apps/${id}`, { token: user.token });
    expect((await path(one.id)).status).toBe(403);
    expect((await path(other.id)).status).toBe(200);
  });

  it('is recorded with the names of the applications, before and after', async () => {
    const application = await createApplication(server, admin.accountId);
    const user = await createUser(server, admin.accountId);
    await edit(user.id, { name: 'Rui', apps: [application.id] });
    const [entry] = await entriesOf(user.id);
    expect(entry).toMatchObject({
      action: 'EDITED',
      entityType: 'user',
      entityName: 'Rui',
      actor: { kind: 'user', id: admin.id, email: admin.email },
      before: { name: 'Ana', email: user.email, admin: false, active: true, applications: [] },
      after: { name: 'Rui', applications: [expect.stringMatching(/^Checkout /)] },
    });
  });

  it('VERSION_CONFLICT: a stale If-Match changes nothing', async () => {
    const user = await createUser(server, admin.accountId);
    expect((await edit(user.id, { name: 'Rui' }, admin, { 'if-match': '"1"' })).status).toBe(200);
    expect(await edit(user.id, { name: 'Zé' }, admin, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT' },
    });
    expect((await read(user.id)).name).toBe('Rui');
  });

  it('deactivation ends sessions at once and keeps the e-mail in use; after reactivation the user can log in', async () => {
    const user = await createUser(server, admin.accountId);
    expect((await edit(user.id, { name: 'Ana', active: false })).body).toMatchObject({
      active: false,
      invited: false,
    });
    expect(await statusWith(user.token)).toBe(401);
    expect((await create({ name: 'Ana', email: user.email })).status).toBe(409);

    expect((await edit(user.id, { name: 'Ana', active: true })).body.active).toBe(true);
    expect(await statusWith(user.token)).toBe(401);
    expect((await logIn(server, { email: user.email, password: PASSWORD })).status).toBe(200);
  });

  it('an invited user stays invited when saved, with any value of active', async () => {
    const { body } = await create({ name: 'Rui', email: newEmail() });
    for (const active of [false, true, undefined]) {
      const saved = await edit(body.id, { name: 'Rui', active });
      expect(saved.body).toMatchObject({ active: false, invited: true });
    }
    const token = body.passwordLink?.split('/').at(-1);
    const password = { value: PASSWORD, confirmation: PASSWORD };
    const set = await server.call('POST', `/api/users/passwords/${token}`, { body: password });
    expect(set.status).toBe(204);
  });

  it('SELF_ADMIN_CHANGE_FORBIDDEN: users cannot change their own administrator right', async () => {
    await createUser(server, admin.accountId, { admin: true });
    expect(await edit(admin.id, { name: 'Ana', admin: false })).toMatchObject({
      status: 409,
      body: { error_code: 'SELF_ADMIN_CHANGE_FORBIDDEN' },
    });
    expect((await read(admin.id)).admin).toBe(true);
    expect((await edit(admin.id, { name: 'Ana Maria', admin: true })).body.name).toBe('Ana Maria');
  });

  it.each([
    ['demoting', { name: 'Ana', admin: false }],
    ['switching off', { name: 'Ana', admin: true, active: false }],
  ])(
    'LAST_ADMIN: of two administrators %s each other concurrently one remains',
    async (_what, body) => {
      const first = await createCompany(server);
      const second = await createUser(server, first.accountId, { admin: true });
      const answers = await Promise.all([
        edit(second.id, body, first),
        edit(first.id, body, second),
      ]);
      const codes = answers.map((answer) => Reflect.get(answer.body ?? {}, 'error_code'));
      // The second request may be refused because its user is no longer an administrator, or because of LAST_ADMIN.
      expect(codes.filter((code) => code === undefined)).toHaveLength(1);
      expect(['LAST_ADMIN', 'FORBIDDEN', 'UNAUTHORIZED']).toContain(codes.find(Boolean));
      const rows = await server.database.sql
        .select()
        .from(users)
        .where(eq(users.accountId, first.accountId));
      expect(rows.filter((user) => user.admin && user.active)).toHaveLength(1);
    },
  );

  it('LAST_ADMIN: the only administrator cannot deactivate themselves', async () => {
    const only = await createCompany(server);
    expect(await edit(only.id, { name: 'Ana', admin: true, active: false }, only)).toMatchObject({
      status: 409,
      body: { error_code: 'LAST_ADMIN' },
    });
    expect(await statusWith(only.token)).toBe(200);
  });
});

describe('deleting a user', () => {
  it('ends sessions at once; the audit log keeps name and e-mail; the e-mail can be used again', async () => {
    const user = await createUser(server, admin.accountId);
    expect((await remove(user.id)).status).toBe(204);
    expect(await statusWith(user.token)).toBe(401);
    expect(await remove(user.id)).toMatchObject({
      status: 404,
      body: { error_code: 'NOT_FOUND' },
    });
    expect(await entriesOf(user.id)).toMatchObject([
      { action: 'DELETED', entityName: 'Ana', before: { email: user.email } },
    ]);
    expect((await create({ name: 'Ana', email: user.email })).status).toBe(201);
  });

  it('waits for a save of a toggle that they own, without a deadlock', async () => {
    const { sql } = server.database;
    const { id: appId } = await createApplication(server, admin.accountId);
    const owner = await createUser(server, admin.accountId, { apps: [appId] });
    const toggleId = await createToggle(server, appId);
    await sql.update(toggles).set({ ownerId: owner.id }).where(eq(toggles.id, toggleId));
    const { deletion } = await sql.transaction(async (save) => {
      await takeApplication(save, appId);
      await save.update(toggles).set({ archived: true }).where(eq(toggles.id, toggleId));
      const deletion = remove(owner.id);
      await expect.poll(() => countLockWaits(sql)).toBe(1);
      await lockAccount(save, admin.accountId);
      return { deletion };
    });
    expect((await deletion).status).toBe(204);
    const [toggle] = await sql.select().from(toggles).where(eq(toggles.id, toggleId));
    expect(toggle).toMatchObject({ archived: true, ownerId: null });
  });

  it('SELF_DELETION_FORBIDDEN: users cannot delete themselves', async () => {
    expect(await remove(admin.id)).toMatchObject({
      status: 409,
      body: { error_code: 'SELF_DELETION_FORBIDDEN' },
    });
    expect(await statusWith(admin.token)).toBe(200);
  });

  it('LAST_ADMIN: of two administrators deleting each other concurrently one remains', async () => {
    const first = await createCompany(server);
    const second = await createUser(server, first.accountId, { admin: true });
    const answers = await Promise.all([remove(second.id, first), remove(first.id, second)]);
    expect(answers.filter((answer) => answer.status === 204)).toHaveLength(1);
    expect(await server.database.sql.$count(users, eq(users.accountId, first.accountId))).toBe(1);
  });
});

describe('users', () => {
  it('FORBIDDEN: can be managed by administrators only', async () => {
    const user = await createUser(server, admin.accountId);
    const answers = await Promise.all([
      server.call('GET', '/api/users', { token: user.token }),
      server.call('GET', `/api/users/${user.id}`, { token: user.token }),
      create({ name: 'Rui', email: newEmail() }, user),
      edit(user.id, { name: 'Rui', admin: true }, user),
      remove(admin.id, user),
    ]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
    }
    expect((await read(user.id)).admin).toBe(false);
  });

  it('NOT_FOUND: those of another company count as unknown', async () => {
    const stranger = await createCompany(server);
    const user = await createUser(server, admin.accountId);
    expect(await list(stranger)).toHaveLength(1);
    for (const id of [user.id, crypto.randomUUID(), 'none']) {
      const answers = await Promise.all([
        server.call('GET', `/api/users/${id}`, { token: stranger.token }),
        edit(id, { name: 'Mine' }, stranger),
        remove(id, stranger),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
      }
    }
    expect((await read(user.id)).name).toBe('Ana');
  });
});
