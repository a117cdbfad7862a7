import type { SessionEnds } from '@comporta/contract/sessions/browser-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { hashSecret } from '../../platform/base/secrets.ts';
import { knownBrowsers, signInPolicies } from '../../tables/identity.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { dumpOf } from '../../testing/dump-of.ts';
import { type LogIn, logIn } from '../../testing/log-in.ts';
import { type Mailbox, openMailbox } from '../../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { browserSecretIn } from './browser-cookie.ts';
import { sweepKnownBrowsers } from './known-browser-repository.ts';

const HOUR_MS = 60 * 60_000;
const WRONG = 'wrong1';

let mailbox: Mailbox;
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    SMTP_URL: mailbox.url,
    PUBLIC_URL: 'https://toggles.example.com',
    TRUST_PROXY: 'loopback',
  });
  admin = await createCompany(server);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});
afterEach(() => {
  vi.useRealTimers();
});

let addresses = 0;

/** Each call comes from another network, unless the test names one. */
async function tryToLogIn(email: string, sent: Partial<LogIn> = {}): Promise<number> {
  addresses += 1;
  const from = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  return (await logIn(server, { email, password: PASSWORD, from, ...sent })).status;
}

function remember(token: string, cookie = '') {
  return server.call<SessionEnds>('PUT', '/oauth/browser', { token, headers: { cookie } });
}

/** The cookie as a browser sends it again. */
function sentCookie(headers: Readonly<Record<string, unknown>>): string {
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

async function knownCookieOf(user: TestUser, cookie = ''): Promise<string> {
  const answer = await remember(user.token, cookie);
  expect(answer.status).toBe(200);
  return sentCookie(answer.headers);
}

/** Somebody guesses until no stranger may try any more. */
async function closeGate(email: string): Promise<void> {
  const statuses: number[] = [];
  for (let batch = 0; batch < 6; batch += 1) {
    const tries = Array.from({ length: 10 }, () => tryToLogIn(email, { password: WRONG }));
    statuses.push(...(await Promise.all(tries)));
  }
  expect(statuses.filter((status) => status === 400)).toHaveLength(50);
  expect(statuses.filter((status) => status === 429)).toHaveLength(10);
}

/** The clock of the limits, without those of the database and its connections. */
function setClock(ms: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ms });
}

describe('IDN-42: the browsers of a user', () => {
  it('get a cookie that only the calls that open sessions see; the tables have its hash', async () => {
    const user = await createUser(server, admin.accountId);
    const { headers, body } = await remember(user.token);
    const cookie = String(headers['set-cookie']);
    expect(cookie).toMatch(
      /^cpt_device=[\w-]{43}; Path=\/oauth; Max-Age=15552000; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(body).toMatchObject({ expiresInSeconds: expect.any(Number), idleMinutes: null });
    const secret = browserSecretIn(cookie) ?? '';
    const dump = await dumpOf(server.database.sql);
    expect(dump).toContain(hashSecret(secret));
    expect(dump).not.toContain(secret);
  });

  it('open nothing: the cookie alone is no login', async () => {
    const user = await createUser(server, admin.accountId);
    const cookie = await knownCookieOf(user);
    expect(await tryToLogIn(user.email, { password: '', cookie })).toBe(400);
    expect((await server.call('PUT', '/oauth/browser', { headers: { cookie } })).status).toBe(401);
  });

  it('keep their secret for several users, but take over none that nobody came in with', async () => {
    const [ana, bia] = [
      await createUser(server, admin.accountId),
      await createUser(server, admin.accountId),
    ];
    const cookie = await knownCookieOf(ana);
    expect(await knownCookieOf(bia, cookie)).toBe(cookie);
    const planted = `cpt_device=${'x'.repeat(43)}`;
    expect(await knownCookieOf(bia, planted)).not.toBe(planted);
  });

  it('are at most twenty; the one that was used longest ago is forgotten', async () => {
    const user = await createUser(server, admin.accountId);
    const first = await knownCookieOf(user);
    const second = await knownCookieOf(user);
    await knownCookieOf(user, first);
    for (let index = 0; index < 19; index += 1) await knownCookieOf(user);
    const { sql } = server.database;
    const rows = await sql.select().from(knownBrowsers).where(eq(knownBrowsers.userId, user.id));
    expect(rows).toHaveLength(20);
    const hashes = rows.map(({ browserHash }) => browserHash);
    expect(hashes).toContain(hashSecret(browserSecretIn(first) ?? ''));
    expect(hashes).not.toContain(hashSecret(browserSecretIn(second) ?? ''));
  });

  it('are known for 180 days', async () => {
    const user = await createUser(server, admin.accountId);
    const cookie = await knownCookieOf(user);
    const { sql } = server.database;
    const mine = eq(knownBrowsers.userId, user.id);
    const seen = (days: number) =>
      sql
        .update(knownBrowsers)
        .set({ seenAt: raw`now() - make_interval(days => ${days})` })
        .where(mine);
    await closeGate(user.email);
    await seen(179);
    expect(await tryToLogIn(user.email, { cookie })).toBe(200);
    await seen(180);
    expect(await tryToLogIn(user.email, { cookie })).toBe(429);
    await sweepKnownBrowsers(sql);
    expect(await sql.$count(knownBrowsers, mine)).toBe(0);
  });

  it('tell when the session ends', async () => {
    const user = await createCompany(server);
    await server.database.sql.insert(signInPolicies).values({
      accountId: user.accountId,
      ...{ passwordLogin: 'EVERYBODY', emergencyUsers: [], secondFactor: 'OPTIONAL', graceDays: 7 },
      ...{ sessionHours: 12, idleMinutes: 30, passwordMinChars: 6 },
      ...{ tokenMaxDays: 365, tokenSleepDays: 30, deviceLogin: true, savedBy: 'Ana' },
    });
    const { body } = await logIn(server, { email: user.email, password: PASSWORD });
    expect(body.expires_in).toBe(30 * 60);
    const ends = (await remember(body.access_token)).body;
    expect(ends.idleMinutes).toBe(30);
    expect(ends.expiresInSeconds).toBeGreaterThan(11.9 * 3600);
    expect(ends.expiresInSeconds).toBeLessThanOrEqual(12 * 3600);
  });
});

describe('IDN-43: who guesses locks nobody out', () => {
  it('strangers share fifty tries an hour; the known browser of the user goes on', async () => {
    const user = await createUser(server, admin.accountId);
    const cookie = await knownCookieOf(user);
    await closeGate(user.email);
    expect(await tryToLogIn(user.email)).toBe(429);
    expect(await tryToLogIn(user.email, { cookie })).toBe(200);
  });

  it('an e-mail that nobody has is refused after as many tries, in the same words', async () => {
    const user = await createUser(server, admin.accountId);
    const nobody = 'nobody.at.all@example.com';
    await closeGate(user.email);
    await closeGate(nobody);
    const answers = await Promise.all(
      [user.email, nobody].map((email) => logIn(server, { email, password: WRONG })),
    );
    const [ofUser, ofNobody] = answers.map(({ status, body }) => ({
      status,
      body: JSON.stringify(body).replace(/"(request_id|retry_after)":("[^"]*"|\d+)/g, ''),
    }));
    expect(ofUser).toEqual(ofNobody);
  });

  it('a browser is known for its users only: that of somebody else, here or next door, is a stranger', async () => {
    const user = await createUser(server, admin.accountId);
    const colleague = await createUser(server, admin.accountId);
    const nextDoor = await createCompany(server);
    await closeGate(user.email);
    for (const other of [colleague, nextDoor]) {
      expect(await tryToLogIn(user.email, { cookie: await knownCookieOf(other) })).toBe(429);
    }
  });

  it('a known browser may try ten times a minute and be wrong thirty times an hour', async () => {
    const user = await createUser(server, admin.accountId);
    const cookie = await knownCookieOf(user);
    const wrong = () => tryToLogIn(user.email, { cookie, password: WRONG });
    for (let minute = 0; minute < 3; minute += 1) {
      for (let index = 0; index < 10; index += 1) expect(await wrong()).toBe(400);
      expect(await tryToLogIn(user.email, { cookie })).toBe(429);
      setClock(61_000);
    }
    expect(await tryToLogIn(user.email, { cookie })).toBe(429);
    const other = await knownCookieOf(user);
    expect(await tryToLogIn(user.email, { cookie: other })).toBe(200);
    setClock(HOUR_MS);
    expect(await tryToLogIn(user.email, { cookie })).toBe(200);
  });

  it('right passwords from a known browser do not count as wrong ones: sixty in ten minutes', async () => {
    const user = await createUser(server, admin.accountId);
    const cookie = await knownCookieOf(user);
    for (let index = 0; index < 60; index += 1) {
      expect(await tryToLogIn(user.email, { cookie })).toBe(200);
      setClock(10_000);
    }
  });

  it('IDN-42: a link that was mailed is the way in from a new browser', async () => {
    const user = await createUser(server, admin.accountId);
    await closeGate(user.email);
    await server.call('POST', '/api/users/reset-password', { body: { email: user.email } });
    const link = await mailbox.linkTo(user.email);
    const { headers, status } = await server.call('POST', `/api/users/passwords/${link}`, {
      body: { value: 'xyz789', confirmation: 'xyz789' },
    });
    expect(status).toBe(204);
    const cookie = sentCookie(headers);
    expect(await tryToLogIn(user.email, { password: 'xyz789' })).toBe(429);
    expect(await tryToLogIn(user.email, { password: 'xyz789', cookie })).toBe(200);
  });

  it('IDN-77: who uses the console of 0.2.0, which remembers no browser, has the limits of 0.2.0', async () => {
    const user = await createUser(server, admin.accountId);
    const from = '192.0.2.77';
    for (let index = 0; index < 10; index += 1) {
      expect(await tryToLogIn(user.email, { from })).toBe(200);
    }
    expect(await tryToLogIn(user.email, { from })).toBe(429);
    expect(await tryToLogIn(user.email)).toBe(200);
  });
});
