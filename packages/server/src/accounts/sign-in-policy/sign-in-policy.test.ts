import {
  DEFAULT_SIGN_IN_POLICY,
  type SavedSignInPolicy,
} from '@comporta/contract/identity/sign-in-policy';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HELD_OF_PEOPLE } from '../../nouns.ts';
import { newId } from '../../platform/base/ids.ts';
import { passwordLinks, sessions, users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { providers } from '../../tables/identity.ts';
import { createCompany, createUser, type TestUser } from '../../testing/builders.ts';
import {
  createProvider,
  giveFactor,
  giveIdentity,
  openSessionBy,
} from '../../testing/identity/sign-on-builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { forgetPerson } from '../forget-person-repository.ts';

const PATH = '/api/accounts/sign-in-policy';

let server: TestServer;
/** Comes in through the provider. */
let ana: TestUser;
/** An administrator with a password and a factor. */
let rui: TestUser;
let providerId: string;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ana = await createCompany(server);
  rui = await createUser(server, ana.accountId, { admin: true, name: 'Rui' });
  providerId = await createProvider(server, ana.accountId);
  await giveIdentity(server, { providerId, userId: ana.id });
  await giveFactor(server, rui.id);
  ana = { ...ana, token: await openSessionBy(server, ana.id, { method: 'SSO', providerId }) };
});

function put(
  body: object,
  { token = ana.token, version }: { token?: string; version?: number } = {},
) {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
  return server.call<SavedSignInPolicy>('PUT', PATH, { token, body, headers });
}

const read = async (token = ana.token) =>
  (await server.call<SavedSignInPolicy>('GET', PATH, { token })).body;
const enforced = () => put({ passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] });
const statusWith = async (token: string) =>
  (await server.call('GET', '/api/users/me', { token })).status;
const refusal = (status: number, code: string) => ({ status, body: { error_code: code } });

describe('the sign-in policy of a company', () => {
  it('IDN-41: is what 0.2.0 did as long as nobody saved one, and then what was saved', async () => {
    expect(await read()).toMatchObject({ ...DEFAULT_SIGN_IN_POLICY, version: 0 });
    const saved = await put({ sessionHours: 4, idleMinutes: 30 });
    expect(saved.body).toMatchObject({
      ...DEFAULT_SIGN_IN_POLICY,
      sessionHours: 4,
      idleMinutes: 30,
      version: 1,
      lastChanged: { by: { id: ana.id } },
    });
    expect(await read()).toEqual(saved.body);
    expect((await put({ sessionHours: 4 })).body.version).toBe(1);
  });

  it('IDN-41: is saved over the version that was seen, by administrators of the company alone', async () => {
    expect((await put({ graceDays: 1 }, { version: 0 })).status).toBe(200);
    expect(await put({ graceDays: 2 }, { version: 0 })).toMatchObject({
      status: 412,
      body: { error_code: 'VERSION_CONFLICT', meta_data: { version: 1, saved_by: 'Ana' } },
    });
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    expect((await put({ graceDays: 2 }, { token: eva.token })).status).toBe(403);
    expect((await server.call('GET', PATH, { token: eva.token })).status).toBe(403);
    const other = await createCompany(server);
    expect((await read(other.token)).graceDays).toBe(7);
    expect((await read()).graceDays).toBe(1);
  });

  it('IDN-41 IDN-70: refuses numbers out of bounds with these, and is in the log with names', async () => {
    expect(await put({ sessionHours: 25, graceDays: -1 })).toMatchObject({
      status: 400,
      body: {
        error_code: 'INVALID_POLICY_VALUE',
        meta_data: { min: 0, max: 30, at: ['graceDays'] },
      },
    });
    await put({ emergencyUsers: [rui.id] });
    const [entry] = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, ana.accountId));
    expect(entry).toMatchObject({
      entityType: 'signInPolicy',
      action: 'EDITED',
      after: { emergencyUsers: ['Rui'] },
    });
  });

  it('IDN-70: forgets an emergency user in the log, and names the others as before', async () => {
    const eva = await createUser(server, ana.accountId, { admin: true, name: 'Eva' });
    const zoe = await createUser(server, ana.accountId, { admin: true, name: 'Zoe' });
    await put({ emergencyUsers: [eva.id, zoe.id] });
    await put({ emergencyUsers: [] });
    const { sql } = server.database;
    const pseudonym = await sql.transaction((inside) =>
      forgetPerson(inside, zoe.email, HELD_OF_PEOPLE),
    );
    const entries = await sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, ana.accountId))
      .orderBy(auditEntries.sequence);
    expect(entries).toMatchObject([
      { before: { emergencyUsers: [] }, after: { emergencyUsers: ['Eva', pseudonym] } },
      { before: { emergencyUsers: ['Eva', pseudonym] }, after: { emergencyUsers: [] } },
    ]);
  });

  it('IDN-20: says who could become an emergency user, and who is not connected', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    const { candidates, unconnected } = await read();
    expect(candidates).toMatchObject([
      { id: ana.id, hasPassword: true, hasFactor: false, connected: true },
      { id: rui.id, hasPassword: true, hasFactor: true, connected: false },
    ]);
    expect(unconnected).toEqual({
      count: 2,
      people: [
        { id: eva.id, name: 'Eva' },
        { id: rui.id, name: 'Rui' },
      ],
    });
  });
});

describe('only single sign-on', () => {
  it.each([
    ['nobody', () => []],
    ['an administrator without a factor', () => [ana.id]],
    ['one who is fit and one who is not', () => [rui.id, ana.id]],
    ['somebody of nowhere', () => [newId()]],
  ])('IDN-20: EMERGENCY_USER_REQUIRED with %s as emergency user', async (_who, ids) => {
    expect(await put({ passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: ids() })).toMatchObject(
      refusal(409, 'EMERGENCY_USER_REQUIRED'),
    );
    expect((await read()).version).toBe(0);
  });

  it('IDN-20: EMERGENCY_USER_REQUIRED with the emergency user of another company', async () => {
    const other = await createCompany(server);
    await giveFactor(server, other.id);
    expect(
      await put({ passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [other.id] }),
    ).toMatchObject(refusal(409, 'EMERGENCY_USER_REQUIRED'));
    expect(await put({ emergencyUsers: [other.id] })).toMatchObject(
      refusal(409, 'EMERGENCY_USER_REQUIRED'),
    );
  });

  it.each([
    ['was not tested', { testedAt: null }],
    ['was tested more than a day ago', { testedAt: new Date(Date.now() - 25 * 3_600_000) }],
    ['is not enabled', { enabled: false }],
  ])('IDN-20: SSO_NOT_TESTED where the provider %s', async (_why, change) => {
    await server.database.sql.update(providers).set(change).where(eq(providers.id, providerId));
    expect(await enforced()).toMatchObject(refusal(409, 'SSO_NOT_TESTED'));
  });

  it('IDN-20: SSO_NOT_TESTED where the caller did not come through the provider', async () => {
    const token = await openSessionBy(server, ana.id, { method: 'PASSKEY', strength: 2 });
    const body = { passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] };
    expect(await put(body, { token })).toMatchObject(refusal(409, 'SSO_NOT_TESTED'));
  });

  it('IDN-20: ends in that transaction what others came in with, and the links for passwords', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    const evaBySso = await openSessionBy(server, eva.id, { method: 'SSO', providerId });
    const evaByPasskey = await openSessionBy(server, eva.id, { method: 'PASSKEY', strength: 2 });
    const ruiByApp = await openSessionBy(server, rui.id, { method: 'APP', strength: 2 });
    const other = await createCompany(server);
    const link = { userId: eva.id, expiresAt: new Date(Date.now() + 3_600_000) };
    await server.database.sql.insert(passwordLinks).values({ ...link, tokenHash: newId() });
    expect((await enforced()).body).toMatchObject({ passwordLogin: 'EMERGENCY_ONLY', version: 1 });
    // The emergency user's session by the password alone is not strong enough.
    for (const ended of [eva.token, evaByPasskey, rui.token])
      expect(await statusWith(ended)).toBe(401);
    for (const kept of [ana.token, evaBySso, ruiByApp, other.token]) {
      expect(await statusWith(kept)).toBe(200);
    }
    const [stored] = await server.database.sql
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, eva.id));
    expect(stored?.endedAt).not.toBeNull();
  });

  it('IDN-20: goes on when another value is saved, and adds only who is fit', async () => {
    await enforced();
    await server.database.sql.update(providers).set({ testedAt: null });
    expect((await put({ graceDays: 2 })).status).toBe(200);
    expect(await put({ emergencyUsers: [rui.id, ana.id] })).toMatchObject(
      refusal(409, 'EMERGENCY_USER_REQUIRED'),
    );
    expect(await put({ emergencyUsers: [] })).toMatchObject(
      refusal(409, 'EMERGENCY_USER_REQUIRED'),
    );
    expect((await put({ passwordLogin: 'EVERYBODY' })).status).toBe(200);
  });
});

describe('a policy that is saved', () => {
  it('IDN-40: caps running sessions when they may be shorter, of this company only', async () => {
    const other = await createCompany(server);
    const endOf = async (userId: string) => {
      const [row] = await server.database.sql
        .select()
        .from(sessions)
        .where(eq(sessions.userId, userId));
      return (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    };
    for (const { id } of [rui, other]) {
      await server.database.sql
        .update(sessions)
        .set({ expiresAt: new Date(Date.now() + 8 * 3_600_000) })
        .where(eq(sessions.userId, id));
    }
    await put({ sessionHours: 1 });
    expect(await endOf(rui.id)).toBe(3_600_000);
    expect(await endOf(other.id)).toBeGreaterThan(7 * 3_600_000);
  });

  it('IDN-35: forgets when a factor was due, of those of whom none is asked any more', async () => {
    const eva = await createUser(server, ana.accountId, { name: 'Eva' });
    const due = async () => {
      const rows = await server.database.sql
        .select({ id: users.id, due: users.factorDueAt })
        .from(users)
        .where(eq(users.accountId, ana.accountId));
      return rows.flatMap((row) => (row.due === null ? [] : [row.id])).sort();
    };
    await put({ secondFactor: 'ALL' });
    await server.database.sql
      .update(users)
      .set({ factorDueAt: new Date(Date.now() + 60_000) })
      .where(eq(users.accountId, ana.accountId));
    expect(await due()).toEqual([ana.id, rui.id, eva.id].sort());
    await put({ secondFactor: 'ADMINS' });
    expect(await due()).toEqual([ana.id, rui.id].sort());
    await put({ secondFactor: 'OPTIONAL' });
    expect(await due()).toEqual([]);
  });
});
