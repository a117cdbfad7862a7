import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rejectionOfDatabaseError } from '../../platform/database/database-errors.ts';
import { sessions } from '../../tables/accounts.ts';
import { mails } from '../../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import {
  answerStep,
  codeOf,
  newRecoveryCodes,
  type SignInAnswer,
  setUpApp,
  WITH_KEY,
} from '../../testing/identity/second-factor.ts';
import {
  createProvider,
  giveIdentity,
  openSessionBy,
} from '../../testing/identity/sign-on-builders.ts';
import { logIn } from '../../testing/log-in.ts';
import {
  countLockWaits,
  createTestDatabase,
  type TestDatabase,
} from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { releaseSignIn } from './release-sign-in.ts';

const POLICY = '/api/accounts/sign-in-policy';

let database: TestDatabase;
let here: TestServer;
/** Another node, whose key cannot read what is sealed. */
let there: TestServer;
let ana: TestUser;
let rui: TestUser;
let eva: TestUser;
let secret: string;
let codes: readonly string[];

beforeAll(async () => {
  database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url, TRUST_PROXY: 'loopback' };
  here = await startTestServer({ ...settings, ...WITH_KEY });
  there = await startTestServer({ ...settings, ENCRYPTION_KEY: 'A'.repeat(43) });
});
afterAll(async () => {
  await here.close();
  await there.close();
  await database.drop();
});
beforeEach(async () => {
  ana = await createCompany(here);
  rui = await createUser(here, ana.accountId, { admin: true, name: 'Rui' });
  eva = await createUser(here, ana.accountId, { admin: true, name: 'Eva' });
  secret = await setUpApp(here, rui);
  codes = await newRecoveryCodes(here, rui);
  const providerId = await createProvider(here, ana.accountId);
  await giveIdentity(here, { providerId, userId: ana.id });
  ana = { ...ana, token: await openSessionBy(here, ana.id, { method: 'SSO', providerId }) };
});

let calls = 0;
function nextAddress(): string {
  calls += 1;
  return `192.0.2.${calls}`;
}

const put = (body: object, node = here) => node.call('PUT', POLICY, { token: ana.token, body });
const enforce = () => put({ passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] });
const enter = (node: TestServer, { email }: TestUser, password = PASSWORD) =>
  logIn<SignInAnswer>(node, { email, password, from: nextAddress() });

async function answerAs(
  node: TestServer,
  person: TestUser,
  given: Readonly<Record<string, string>>,
) {
  const challenge = (await enter(node, person)).body.meta_data?.challenge ?? '';
  return answerStep(node, { challenge, ...given }, nextAddress());
}

describe('IDN-20: under only single sign-on', () => {
  it('a right password of others opens nothing on any node, and says where to log in', async () => {
    expect((await enforce()).status).toBe(200);
    for (const node of [here, there]) {
      expect(await enter(node, eva)).toMatchObject({
        status: 400,
        body: {
          error: 'invalid_grant',
          error_code: 'SSO_REQUIRED',
          meta_data: { company: 'Acme', providers: [{ name: 'Corp SSO' }] },
        },
      });
      // Who does not know the password learns nothing.
      expect(await enter(node, eva, 'wrong1')).toMatchObject({
        body: { error_code: 'WRONG_CREDENTIALS' },
      });
    }
  });

  it('a session that opens at this very moment ends, or does not open', async () => {
    const { sql } = here.database;
    const eventually = Promise.withResolvers<void>();
    const isOpening = Promise.withResolvers<void>();
    const opening = sql.transaction(async (logIn) => {
      await openSessionBy({ database: { sql: logIn } }, eva.id, { method: 'PASSWORD' });
      isOpening.resolve();
      await eventually.promise;
    });
    await isOpening.promise;
    let isEnforced = false;
    const enforcing = enforce().finally(() => {
      isEnforced = true;
    });
    await expect.poll(async () => isEnforced || (await countLockWaits(sql)) > 0).toBe(true);
    const late = openSessionBy(there, eva.id, { method: 'PASSWORD' }).then(
      () => 'opened',
      (error) => rejectionOfDatabaseError(error)?.code,
    );
    eventually.resolve();
    await opening;
    expect((await enforcing).status).toBe(200);
    expect(await late).toBe('SSO_REQUIRED');
    expect(await sql.$count(sessions, eq(sessions.userId, eva.id))).toBe(0);
  });

  it('the emergency user comes in with the app, and by a recovery code where the key is lost', async () => {
    await enforce();
    expect((await answerAs(here, rui, { code: codeOf(secret) })).body).toMatchObject({
      access_token: expect.any(String),
    });
    const [code = ''] = codes;
    expect((await answerAs(there, rui, { recovery_code: code })).body).toMatchObject({
      access_token: expect.any(String),
    });
  });

  it('IDN-44: every administrator is told when an emergency user comes in, and of nobody else', async () => {
    await enforce();
    await answerAs(here, rui, { code: codeOf(secret) });
    const told = async ({ id }: TestUser) => {
      const rows = await here.database.sql.select().from(mails).where(eq(mails.userId, id));
      return rows.flatMap(({ reason }) =>
        reason?.kind === 'security' && reason.what.is === 'emergency' ? [reason.what.name] : [],
      );
    };
    for (const one of [ana, rui, eva]) expect(await told(one)).toEqual(['Rui']);
  });

  it('IDN-21: does not end by itself, and opens for everybody when it is released', async () => {
    await enforce();
    expect((await enter(there, eva)).status).toBe(400);
    await releaseSignIn(here.database.sql, eva.email);
    for (const node of [here, there]) expect((await enter(node, eva)).status).toBe(200);
  });

  it('another company on the same node logs in as ever', async () => {
    const other = await createCompany(here);
    await enforce();
    expect((await enter(here, other)).status).toBe(200);
  });
});

describe('IDN-82: the last emergency user', () => {
  const required = { status: 409, body: { error_code: 'EMERGENCY_USER_REQUIRED' } };

  it('is not lost by a call, whoever makes it', async () => {
    await enforce();
    const edit = (change: object) =>
      here.call('PUT', `/api/users/${rui.id}`, {
        token: ana.token,
        body: { name: 'Rui', admin: true, active: true, ...change },
      });
    expect(await edit({ admin: false })).toMatchObject(required);
    expect(await edit({ active: false })).toMatchObject(required);
    const path = `/api/users/${rui.id}`;
    expect(await here.call('DELETE', path, { token: ana.token })).toMatchObject(required);
    expect(await put({ emergencyUsers: [] })).toMatchObject(required);
    const { body } = await answerAs(here, rui, { code: codeOf(secret) });
    const token = body.access_token ?? '';
    expect(await here.call('DELETE', '/api/users/me/app', { token })).toMatchObject(required);
    expect((await edit({})).status).toBe(200);
  });

  it('IDN-75: enforcing here while the emergency user is demoted there: one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const answers = await Promise.all([
        enforce(),
        there.call('PUT', `/api/users/${rui.id}`, {
          token: ana.token,
          body: { name: 'Rui', admin: false, active: true },
        }),
      ]);
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses[0]).toBe(200);
      expect(statuses[1]).toBeOneOf([409, 503]);
      await put({ passwordLogin: 'EVERYBODY' });
      await here.call('PUT', `/api/users/${rui.id}`, {
        token: ana.token,
        body: { name: 'Rui', admin: true, active: true },
      });
    }
  });
});
