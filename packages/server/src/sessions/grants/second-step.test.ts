import type { Security } from '@comporta/contract/identity/security';
import type { SessionEnds } from '@comporta/contract/sessions/browser-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makePasswordLink } from '../../identity/password-links.ts';
import { sessions, users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { challenges, secondFactors, signInPolicies, signIns } from '../../tables/identity.ts';
import { mails } from '../../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { onLoneConnection } from '../../testing/connections/on-lone-connection.ts';
import { dumpOf } from '../../testing/dump-of.ts';
import { readSession } from '../../testing/identity/read-session.ts';
import {
  answerStep,
  codeOf,
  newRecoveryCodes,
  type SignInAnswer,
  setUpApp,
  WITH_KEY,
  wrongCode,
} from '../../testing/identity/second-factor.ts';
import { logIn, sendForm } from '../../testing/log-in.ts';
import {
  countLockWaits,
  createTestDatabase,
  type TestDatabase,
} from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let database: TestDatabase;
let server: TestServer;
let other: TestServer;
let ana: TestUser;
let secret: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { ...WITH_KEY, DATABASE_URL: database.url, TRUST_PROXY: 'loopback' };
  server = await startTestServer(settings);
  other = await startTestServer(settings);
});
afterAll(async () => {
  await server.close();
  await other.close();
  await database.drop();
});
beforeEach(async () => {
  ana = await createCompany(server);
  secret = await setUpApp(server, ana);
});

const addresses = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);
const nextAddress = () => addresses.pop() ?? '';

/** The first part, from an address of its own. */
function firstPart(password = PASSWORD) {
  return logIn<SignInAnswer>(server, { email: ana.email, password, from: nextAddress() });
}

async function challengeOf(): Promise<string> {
  return (await firstPart()).body.meta_data?.challenge ?? '';
}

async function answer(given: Readonly<Record<string, string>>, node = server) {
  const challenge = await challengeOf();
  return answerStep(node, { challenge, ...given }, nextAddress());
}

const mailsOf = async ({ id }: Pick<TestUser, 'id'>) => {
  const rows = await server.database.sql
    .select()
    .from(mails)
    .where(eq(mails.userId, id))
    .orderBy(mails.createdAt);
  return rows.map(({ reason }) => (reason?.kind === 'security' ? reason.what : reason));
};

describe('IDN-02: a right password of who has a second factor', () => {
  it('opens a second step, with what answers it, and no session', async () => {
    const { status, body } = await firstPart();
    expect(status).toBe(400);
    expect(body).toMatchObject({
      error: 'invalid_grant',
      error_code: 'SECOND_FACTOR_REQUIRED',
      meta_data: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['APP'] },
    });
    expect(body).not.toHaveProperty('access_token');
  });

  it('a wrong password tells nothing of it', async () => {
    const { body } = await firstPart('wrong1');
    expect(body).toMatchObject({ error: 'invalid_grant', error_code: 'WRONG_CREDENTIALS' });
    expect(body.meta_data).toBeUndefined();
  });
});

it('IDN-34: a password that was reset by a link still needs the second factor', async () => {
  const made = await makePasswordLink(server.database.sql, 'http://localhost', {
    userId: ana.id,
    kind: 'reset',
  });
  const body = { value: 'xyz789', confirmation: 'xyz789' };
  const path = `/api/users/passwords/${made.link.split('/').at(-1)}`;
  expect((await server.call('POST', path, { body })).status).toBe(204);
  expect((await firstPart('xyz789')).body.error_code).toBe('SECOND_FACTOR_REQUIRED');
});

describe('IDN-32: the second step', () => {
  it('a right code opens a session that says how, and ends the challenge', async () => {
    const challenge = await challengeOf();
    const opened = await answerStep(server, { challenge, code: codeOf(secret) });
    expect(opened.status).toBe(200);
    const [session] = await readSession(server, opened.body.access_token);
    expect(session).toMatchObject({ method: 'APP', strength: 2, outcome: 'OPENED' });
    const again = await answerStep(server, { challenge, code: codeOf(secret, 1) });
    expect(again.body).toMatchObject({ error: 'invalid_grant', error_code: 'CHALLENGE_EXPIRED' });
  });

  it('a code counts once: of two nodes with it at once, one opens a session', async () => {
    const code = codeOf(secret);
    const answers = await Promise.all([answer({ code }), answer({ code }, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const refused = answers.find(({ status }) => status === 400);
    expect(refused?.body.error_code).toBe('WRONG_CODE');
  });

  it('five wrong answers end a challenge, whatever comes then', async () => {
    const challenge = await challengeOf();
    const code = wrongCode(secret);
    for (let tries = 0; tries < 5; tries += 1) {
      const { body } = await answerStep(server, { challenge, code }, nextAddress());
      expect(body).toMatchObject({ error: 'invalid_grant', error_code: 'WRONG_CODE' });
    }
    const { body } = await answerStep(server, { challenge, code: codeOf(secret) });
    expect(body.error_code).toBe('CHALLENGE_EXPIRED');
  });

  it('IDN-38: where the encryption key is gone, no code is called wrong or counted; recovery codes work', async () => {
    const codes = await newRecoveryCodes(server, ana);
    const restored = await startTestServer({ DATABASE_URL: database.url, TRUST_PROXY: 'loopback' });
    const challenge = await challengeOf();
    for (let tries = 0; tries < 6; tries += 1) {
      const refused = await answerStep(restored, { challenge, code: codeOf(secret) });
      expect(refused).toMatchObject({
        status: 409,
        body: { error_code: 'ENCRYPTION_KEY_MISSING' },
      });
    }
    const opened = await answerStep(restored, { challenge, recovery_code: codes[0] ?? '' });
    expect(opened.status).toBe(200);
    const confirm = { token: opened.body.access_token ?? '', body: { code: codeOf(secret) } };
    expect(await restored.call('POST', '/api/users/me/confirmation', confirm)).toMatchObject({
      status: 409,
      body: { error_code: 'ENCRYPTION_KEY_MISSING' },
    });
    await restored.close();
    expect((await answer({ code: codeOf(secret) })).status).toBe(200);
  });

  it('30 wrong codes pause codes for a day on all nodes, not recovery codes, and the owner is told once', async () => {
    const codes = await newRecoveryCodes(server, ana);
    const { sql } = server.database;
    await answer({ code: wrongCode(secret) });
    await sql.update(secondFactors).set({ wrongCodes: 28 }).where(eq(secondFactors.userId, ana.id));
    const [one, two] = await Promise.all([
      answer({ code: wrongCode(secret) }),
      answer({ code: wrongCode(secret) }, other),
    ]);
    const codesOfBoth = [one.body.error_code, two.body.error_code];
    expect(codesOfBoth).toEqual(['WRONG_CODE', 'WRONG_CODE']);
    const paused = await answer({ code: codeOf(secret) }, other);
    expect([paused.status, paused.body.error_code]).toEqual([429, 'CODES_PAUSED']);
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(80_000);
    expect((await answer({ recovery_code: codes[0] ?? '' })).status).toBe(200);
    const told = (await mailsOf(ana)).filter(
      (what) => what && 'is' in what && what.is === 'wrongCode',
    );
    expect(told).toHaveLength(1);
    const anHourMore = new Date(Date.now() - 25 * 3_600_000);
    await sql
      .update(secondFactors)
      .set({ wrongSince: anHourMore })
      .where(eq(secondFactors.userId, ana.id));
    expect((await answer({ code: codeOf(secret) })).status).toBe(200);
  });

  it('a confirmation counts as a known browser: strangers pause none, and a slip there hides no wrong code', async () => {
    const { sql } = server.database;
    const own = eq(secondFactors.userId, ana.id);
    const confirm = async (code: string) => {
      const path = '/api/users/me/confirmation';
      return server.call<SignInAnswer>('POST', path, { token: ana.token, body: { code } });
    };
    expect((await confirm(wrongCode(secret))).body.error_code).toBe('WRONG_CONFIRMATION');
    await answer({ code: wrongCode(secret) });
    const told = (await mailsOf(ana)).filter((what) => what && 'is' in what);
    expect(told).toContainEqual({ is: 'wrongCode' });
    await sql.update(secondFactors).set({ wrongCodes: 30 }).where(own);
    expect((await answer({ code: codeOf(secret) })).body.error_code).toBe('CODES_PAUSED');
    expect((await confirm(codeOf(secret))).status).toBe(204);
    await sql.update(secondFactors).set({ knownWrongCodes: 29 }).where(own);
    await confirm(wrongCode(secret));
    expect((await confirm(codeOf(secret, 1))).body.error_code).toBe('CODES_PAUSED');
  });

  it.each([
    ['no challenge', {}],
    ['a challenge of nobody', { challenge: 'x'.repeat(43) }],
  ])('with %s a right code opens nothing', async (_, given) => {
    const { body } = await answerStep(server, { ...given, code: codeOf(secret) });
    expect(body.error_code).toBe('CHALLENGE_EXPIRED');
  });

  it('a challenge of another user does not take this code', async () => {
    const bea = await createCompany(server);
    await setUpApp(server, bea);
    const first = await logIn<SignInAnswer>(server, { email: bea.email, password: PASSWORD });
    const challenge = first.body.meta_data?.challenge ?? '';
    const { body } = await answerStep(server, { challenge, code: codeOf(secret) });
    expect(body.error_code).toBe('WRONG_CODE');
  });

  it('a challenge lives for five minutes, and does not outlive that its user is switched off', async () => {
    const { sql } = server.database;
    const late = await challengeOf();
    await sql
      .update(challenges)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(challenges.userId, ana.id));
    const { body } = await answerStep(server, { challenge: late, code: codeOf(secret) });
    expect(body.error_code).toBe('CHALLENGE_EXPIRED');
    const challenge = await challengeOf();
    await sql.update(users).set({ active: false }).where(eq(users.id, ana.id));
    const off = await answerStep(server, { challenge, code: codeOf(secret) });
    expect(off.body.error_code).toBe('CHALLENGE_EXPIRED');
  });

  it('neither secret nor code nor challenge is stored as it is', async () => {
    const codes = await newRecoveryCodes(server, ana);
    const challenge = await challengeOf();
    const code = codeOf(secret);
    await answerStep(server, { challenge, code });
    const dump = await dumpOf(server.database.sql);
    expect([secret, challenge, ...codes].filter((one) => dump.includes(one))).toEqual([]);
  });
});

describe('IDN-31: a recovery code', () => {
  it('works once, typed as people type, and its owner is told how many are left', async () => {
    const codes = await newRecoveryCodes(server, ana);
    expect(new Set(codes)).toHaveLength(10);
    const [code = ''] = codes;
    const typed = ` ${code.toLowerCase().replace(/(.{4})/g, '$1-')}`;
    const opened = await answer({ recovery_code: typed });
    expect(opened.status).toBe(200);
    expect(await readSession(server, opened.body.access_token)).toMatchObject([
      { method: 'RECOVERY_CODE', strength: 2 },
    ]);
    expect((await answer({ recovery_code: code })).body.error_code).toBe('WRONG_CODE');
    expect(await mailsOf(ana)).toContainEqual({ is: 'recoveryUsed', left: 9 });
  });

  it('of two nodes with it at once, one opens a session', async () => {
    const [code = ''] = await newRecoveryCodes(server, ana);
    const given = { recovery_code: code };
    const answers = await Promise.all([answer(given), answer(given, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('waits for who changes the company before it locks its user; a code of the app does not wait', async () => {
    const [code = ''] = await newRecoveryCodes(server, ana);
    const challenges = [await challengeOf(), await challengeOf()] as const;
    const { opened, waited } = await onLoneConnection(server.database.url, async (inside) => {
      await inside.execute(raw`select from accounts where id = ${ana.accountId} for no key update`);
      const waited = answerStep(server, { challenge: challenges[0], recovery_code: code });
      await expect.poll(() => countLockWaits(server.database.sql)).toBe(1);
      // It would wait, and a deadlock would follow, if the recovery code had locked the user first.
      const given = { challenge: challenges[1], code: codeOf(secret) };
      return { opened: await answerStep(other, given), waited };
    });
    expect([opened.status, (await waited).status]).toEqual([200, 200]);
  });

  it('is one of ten that new ones replace', async () => {
    const [code = ''] = await newRecoveryCodes(server, ana);
    const [next = ''] = await newRecoveryCodes(server, ana);
    expect((await answer({ recovery_code: code })).body.error_code).toBe('WRONG_CODE');
    expect((await answer({ recovery_code: next })).status).toBe(200);
  });

  it('RATE_LIMITED: is not made anew again and again, because each time sends a mail', async () => {
    const make = ({ token }: TestUser) =>
      server.call('POST', '/api/users/me/recovery-codes', { token });
    let made = 0;
    while ((await make(ana)).status < 300) made += 1;
    // Neither the app nor the first codes are renewed ones.
    expect(made).toBe(60);
    expect(await make(ana)).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(await mailsOf(ana)).toHaveLength(60);
    const colleague = await createUser(server, ana.accountId);
    await setUpApp(server, colleague);
    expect((await make(colleague)).status).toBeLessThan(300);
  });
});

describe('IDN-35: a policy that requires a second factor', () => {
  async function newcomer(policy: Partial<typeof signInPolicies.$inferInsert>) {
    const bea = await createCompany(server);
    await server.database.sql.insert(signInPolicies).values({
      accountId: bea.accountId,
      passwordLogin: 'EVERYBODY',
      emergencyUsers: [],
      secondFactor: 'ALL',
      graceDays: 7,
      sessionHours: 8,
      passwordMinChars: 6,
      tokenMaxDays: 365,
      tokenSleepDays: 30,
      deviceLogin: true,
      savedBy: 'Bea',
      ...policy,
    });
    return bea;
  }

  const enter = ({ email }: TestUser) =>
    logIn<SignInAnswer>(server, { email, password: PASSWORD, from: nextAddress() });

  it('lets people in until the grace ends, which begins with their first sign-in under it', async () => {
    const bea = await newcomer({});
    expect((await enter(bea)).status).toBe(200);
    const { body } = await server.call<{ factorDueAt: string }>('GET', '/api/users/me/security', {
      token: bea.token,
    });
    const days = (Date.parse(body.factorDueAt) - Date.now()) / 86_400_000;
    expect(Math.round(days)).toBe(7);
    expect((await enter(bea)).status).toBe(200);
  });

  it('tells who came in within the grace when it ends, until there is a factor', async () => {
    const bea = await newcomer({});
    const dueOf = async (token: string) =>
      (await server.call<SessionEnds>('PUT', '/oauth/browser', { token })).body.factorDueAt;
    expect(await dueOf(bea.token)).toBeNull();
    const { access_token: token = '' } = (await enter(bea)).body;
    const { body } = await server.call<Security>('GET', '/api/users/me/security', { token });
    expect(await dueOf(token)).toBe(body.factorDueAt);
    expect(body.factorDueAt).not.toBeNull();
    await server.database.sql
      .update(signInPolicies)
      .set({ secondFactor: 'ADMINS' })
      .where(eq(signInPolicies.accountId, bea.accountId));
    const guest = await createUser(server, bea.accountId);
    expect(await dueOf(guest.token)).toBeNull();
    expect(await dueOf(token)).toBe(body.factorDueAt);
    await setUpApp(server, { token });
    expect(await dueOf(token)).toBeNull();
  });

  it('then opens only the set-up of an app, whose first code opens the session', async () => {
    const bea = await newcomer({ graceDays: 0 });
    const refused = await enter(bea);
    expect(refused.body).toMatchObject({
      error_code: 'SECOND_FACTOR_SETUP_REQUIRED',
      meta_data: { company: 'Acme' },
    });
    const challenge = refused.body.meta_data?.challenge ?? '';
    const begun = await sendForm<{ secret: string; address: string }>(
      server,
      '/oauth/second-factor',
      {
        form: { challenge },
      },
    );
    expect(begun.body.address).toContain(
      `otpauth://totp/Comporta:${encodeURIComponent(bea.email)}`,
    );
    const wrong = await answerStep(server, { challenge, code: wrongCode(begun.body.secret) });
    expect(wrong.body.error_code).toBe('WRONG_CODE');
    const opened = await answerStep(server, { challenge, code: codeOf(begun.body.secret) });
    expect(opened.status).toBe(200);
    expect((await enter(bea)).body.error_code).toBe('SECOND_FACTOR_REQUIRED');
    const { status } = await server.call('GET', '/api/users/me', { token: bea.token });
    expect(status, 'the session that was opened without a factor').toBe(401);
    const codes = await newRecoveryCodes(server, { token: opened.body.access_token ?? '' });
    expect(codes).toHaveLength(10);
  });

  it('a challenge of a second step opens no set-up', async () => {
    const { body } = await sendForm<SignInAnswer>(server, '/oauth/second-factor', {
      form: { challenge: await challengeOf() },
    });
    expect(body.error_code).toBe('CHALLENGE_EXPIRED');
  });
});

it('IDN-30: the audit log says who set up and removed an app, and the owner is told', async () => {
  await server.call('DELETE', '/api/users/me/app', { token: ana.token });
  const { sql } = server.database;
  const entries = await sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, ana.accountId));
  expect(entries.map(({ action, entityName }) => [action, entityName])).toEqual([
    ['EDITED', 'Ana'],
    ['EDITED', 'Ana'],
  ]);
  expect(await mailsOf(ana)).toEqual([
    { is: 'factors', change: 'APP_SET_UP' },
    { is: 'factors', change: 'APP_REMOVED' },
  ]);
  const rows = await sql.select().from(signIns).where(eq(signIns.userId, ana.id));
  expect(rows).toEqual([]);
  expect((await firstPart()).status, 'a password alone').toBe(200);
  expect(await sql.$count(sessions, eq(sessions.userId, ana.id))).toBe(2);
});
