import type { OwnSession } from '@comporta/contract/sessions/own-session-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { logIn } from '../testing/log-in.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const FIREFOX =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0';

let server: TestServer;
let other: TestServer;
let admin: TestUser;
let user: TestUser;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
  other = await startTestServer({ DATABASE_URL: server.database.url });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  admin = await createCompany(server);
  user = await createUser(server, admin.accountId);
});

const listed = async (token: string) =>
  (await server.call<OwnSession[]>('GET', '/api/users/me/sessions', { token })).body;

const statusWith = async (token: string, node = server, headers = {}) =>
  (await node.call('GET', '/api/accounts/limits', { token, headers })).status;

const ofUser = () => eq(sessions.userId, user.id);

/** Lets the sessions of the user be opened and used so many seconds ago. */
async function lastUsed(seconds: number): Promise<void> {
  const at = raw`now() - make_interval(secs => ${seconds})`;
  await server.database.sql.update(sessions).set({ createdAt: at, lastUsedAt: at }).where(ofUser());
}

async function secondsSinceUse(): Promise<number> {
  const [row] = await server.database.sql
    .select({ seconds: raw<number>`extract(epoch from now() - ${sessions.lastUsedAt})::int` })
    .from(sessions)
    .where(ofUser());
  return row?.seconds ?? Number.NaN;
}

async function setPolicy(body: object): Promise<void> {
  const path = '/api/accounts/sign-in-policy';
  const { body: fresh } = await logIn(server, { email: admin.email, password: PASSWORD });
  const answer = await server.call('PUT', path, { token: fresh.access_token, body });
  expect(answer.status).toBe(200);
}

describe('IDN-40: the list of sessions', () => {
  it('says how, with what and from where each was opened, and when it was used', async () => {
    const { body } = await logIn(server, {
      ...{ email: user.email, password: PASSWORD, from: '2001:db8:1:2:3::4', userAgent: FIREFOX },
    });
    await expect
      .poll(async () => (await listed(body.access_token)).find(({ current }) => current))
      .toMatchObject({
        ...{ method: 'PASSWORD', client: 'Firefox, macOS', network: '2001:db8:1:2::/64' },
        lastUsedAt: expect.any(String),
      });
  });

  it('IDN-77: knows of a session of 0.2.0 that it was opened with a password, and no more', async () => {
    expect(await listed(user.token)).toMatchObject([
      { method: 'PASSWORD', client: '', network: '', current: true },
    ]);
  });

  it('notes the last use once a minute, and none of pages that ask by themselves', async () => {
    await lastUsed(50);
    await statusWith(user.token);
    await statusWith(admin.token); // Notes are saved together.
    const admins = eq(sessions.userId, admin.id);
    const { sql } = server.database;
    await expect
      .poll(() => sql.$count(sessions, raw`${admins} and ${sessions.lastUsedAt} is not null`))
      .toBe(1);
    expect(await secondsSinceUse()).toBeGreaterThanOrEqual(50);

    await lastUsed(70);
    await statusWith(user.token, server, { 'user-idle': 'true' });
    const third = await createUser(server, admin.accountId);
    await statusWith(third.token);
    const thirds = eq(sessions.userId, third.id);
    await expect
      .poll(() => sql.$count(sessions, raw`${thirds} and ${sessions.lastUsedAt} is not null`))
      .toBe(1);
    expect(await secondsSinceUse()).toBeGreaterThanOrEqual(70);
    await statusWith(user.token);
    await expect.poll(secondsSinceUse).toBeLessThan(60);
  });
});

describe('IDN-40: a session', () => {
  it('that was idle for longer than the company allows answers 401, and is listed no more', async () => {
    const second = await logIn(server, { email: user.email, password: PASSWORD });
    await setPolicy({ idleMinutes: 15 });
    await lastUsed(15 * 60 - 20);
    expect(await statusWith(user.token)).toBe(200);
    await expect.poll(secondsSinceUse).toBeLessThan(60);
    await lastUsed(15 * 60 + 1);
    expect(await statusWith(user.token)).toBe(401);
    expect(await statusWith(second.body.access_token)).toBe(401);
    const { body } = await logIn(server, { email: user.email, password: PASSWORD });
    expect(body.expires_in).toBe(15 * 60);
    expect(await listed(body.access_token)).toHaveLength(1);
  });

  it('lasts as long as the company says; a shorter time caps those that run', async () => {
    await setPolicy({ sessionHours: 24 });
    const { body } = await logIn(server, { email: user.email, password: PASSWORD });
    expect(body.expires_in).toBe(24 * 60 * 60);
    await server.database.sql
      .update(sessions)
      .set({ createdAt: raw`now() - interval '3 hours'` })
      .where(ofUser());
    expect(await statusWith(body.access_token)).toBe(200);
    await setPolicy({ sessionHours: 4 });
    expect(await statusWith(body.access_token)).toBe(200);
    await setPolicy({ sessionHours: 2 });
    expect(await statusWith(body.access_token)).toBe(401);
  });

  it('of everybody else ends at once on all nodes when an administrator says so', async () => {
    const nextDoor = await createCompany(server);
    const own = await logIn(server, { email: admin.email, password: PASSWORD });
    for (const node of [server, other]) expect(await statusWith(user.token, node)).toBe(200);
    const path = '/api/accounts/sessions';
    expect((await server.call('DELETE', path, { token: user.token })).status).toBe(403);
    expect((await server.call('DELETE', path, { token: admin.token })).status).toBe(204);
    for (const node of [server, other]) {
      expect(await statusWith(user.token, node)).toBe(401);
      for (const token of [admin.token, own.body.access_token, nextDoor.token]) {
        expect(await statusWith(token, node)).toBe(200);
      }
    }
    const [entry] = await server.database.sql
      .select({ after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.accountId, admin.accountId));
    expect(entry?.after).toEqual({ everybodyLoggedOut: true });
    const log = await server.call<{ items: { items: string[] }[] }>('GET', '/api/audit-logs', {
      token: admin.token,
    });
    expect(JSON.stringify(log.body.items[0])).toContain('logged out everybody else');
  });
});
