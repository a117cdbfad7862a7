import type { Experiment } from '@comporta/contract/experiments/experiment';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { makeChallenge } from '../identity/challenges.ts';
import { newId } from '../platform/base/ids.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import { keepMail, queueMail } from '../platform/mail/mail-queue.ts';
import {
  challenges,
  identities,
  knownBrowsers,
  passkeys,
  secondFactors,
  signIns,
  tokens,
} from '../tables/identity.ts';
import { favourites, views } from '../tables/kept-by-users.ts';
import { mails } from '../tables/queues.ts';
import {
  createApplication,
  createCompany,
  createMetric,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { dumpOf } from '../testing/dump-of.ts';
import {
  createProvider,
  giveFactor,
  giveIdentity,
  givePolicy,
} from '../testing/identity/sign-on-builders.ts';
import { logIn } from '../testing/log-in.ts';
import { linkIn, type Mailbox, openMailbox } from '../testing/mailbox.ts';
import { EVEN_SPLIT } from '../testing/measured-shop.ts';
import { spawnCommand } from '../testing/spawned-service.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PASSWORD = 'green-7-boats';

let mailbox: Mailbox;
let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({ SMTP_URL: mailbox.url });
  admin = await createCompany(server);
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

/** Starts the analysis of a split, opens a second phase, and stops it. */
async function measureAs(token: string, application: TestApplication): Promise<void> {
  const [envId = ''] = application.environmentIds;
  const toggleId = await createToggle(server, application.id);
  const goal = { metricId: await createMetric(server, application.id) };
  const base = `/api/apps/${application.id}/envs/${envId}/experiments`;
  async function call<Body>(path: string, body: object): Promise<Body> {
    const answer = await server.call<Body>('POST', `${base}${path}`, { token, body });
    expect(answer, path).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    return answer.body;
  }
  const experiment = await call<Experiment>('', { toggleId, rules: [EVEN_SPLIT] });
  const of = `/${experiment.id}/analyses`;
  const plan = { ruleId: experiment.rules.at(-1)?.id, goal };
  const { id } = await call<{ id: string }>(of, plan);
  await call(`${of}/${id}/start`, {});
  await call(`${of}/${id}/phases`, {});
  await call(`${of}/${id}/stop`, { reason: 'Enough.' });
}

/** Gives a user a toggle, views and a favourite. The view that contains the user's name is private. */
async function keepAtHand(
  name: string,
  { id, token, application }: { id: string; token: string; application: TestApplication },
) {
  const at = `/api/apps/${application.id}`;
  const toggle = { name: 'owned', values: ['a', 'b'], defaultValue: 'a', ownerId: id };
  const owned = await server.call<{ id: string }>('POST', `${at}/toggles`, { token, body: toggle });
  const all = { action: 'SET_OWNER', ids: [owned.body.id], ownerId: null };
  for (const [method, path, body] of [
    ['POST', `${at}/toggles/bulk`, all],
    ['POST', `${at}/views`, { name: `Of ${name}`, query: 'q=checkout', shared: false }],
    ['POST', `${at}/views`, { name: 'Of everybody', query: '', shared: true }],
    ['PUT', `/api/users/me/favourites/toggle/${owned.body.id}`, undefined],
  ] as const) {
    const answer = await server.call(method, path, { token, ...(body && { body }) });
    expect(answer, path).toMatchObject({ status: expect.toBeOneOf([200, 201, 204]) });
  }
}

/** Creates a user who was renamed, edited an application, ran an analysis and created an account key. */
async function workAs(name: string, email: string) {
  const { body: user } = await server.call<{ id: string }>('POST', '/api/users', {
    token: admin.token,
    body: { name: `${name} the First`, email, admin: true },
  });
  const link = linkIn(await mailbox.mailTo(email));
  await server.call('POST', `/api/users/passwords/${link}`, {
    body: { value: PASSWORD, confirmation: PASSWORD },
  });
  await server.call('PUT', `/api/users/${user.id}`, {
    token: admin.token,
    body: { name, admin: true },
  });
  const { body: session } = await logIn(server, { email, password: PASSWORD });
  const token = session.access_token;
  const application = await createApplication(server, admin.accountId);
  const body = { key: 'country', type: 'STRING' };
  await server.call('POST', `/api/apps/${application.id}/properties`, { token, body });
  await server.call('POST', '/api/accounts/keys/new', { token, body: { password: PASSWORD } });
  await measureAs(token, application);
  await keepAtHand(name, { id: user.id, token, application });
  return { id: user.id, token };
}

/** What a user can have of every way in. */
const OF_PEOPLE = [identities, secondFactors, passkeys, knownBrowsers, signIns, tokens, challenges];

async function comeIn(userId: string): Promise<void> {
  const { sql } = server.database;
  const providerId = await createProvider(server, admin.accountId);
  await giveIdentity(server, { providerId, userId });
  await giveFactor(server, userId);
  const passkey = { id: newId(), userId, name: 'Xenia’s laptop' };
  await sql
    .insert(passkeys)
    .values({ ...passkey, publicKey: Buffer.from('key'), counter: 0, transports: [] });
  await sql.insert(knownBrowsers).values({ browserHash: newId(), userId });
  await sql.insert(tokens).values({
    id: newId(),
    tokenHash: newId(),
    mask: '…1234',
    name: 'Xenia’s CI',
    accountId: admin.accountId,
    userId,
    createdBy: 'Xenia Quill',
    createdById: userId,
    scopes: ['read'],
  });
  await makeChallenge(sql, { kind: 'STEP', userId, data: { email: 'xenia' }, seconds: 300 });
}

function forget(email: string) {
  return spawnCommand(['forget', email], { DATABASE_URL: server.database.url });
}

describe('comporta forget EMAIL', () => {
  it('SEC-10, T09: nothing in the database, audit log included, names a deleted user', async () => {
    const { id } = await workAs('Zenobia Quill', 'zenobia@corp.example');
    await server.call('DELETE', `/api/users/${id}`, { token: admin.token });
    expect(await dumpOf(server.database.sql)).toMatch(/zenobia/i);
    const { stdout, code } = await (await forget(' ZENOBIA@corp.example ')).ended;
    expect(code).toBe(0);
    const pseudonym = /former-user-[0-9a-f]{8}/.exec(stdout)?.[0] ?? 'none';
    const dump = await dumpOf(server.database.sql);
    expect(dump).not.toMatch(/zenobia/i);
    expect(dump).toContain(pseudonym);

    const audit = await server.call<{ items: { actor: { name: string } }[] }>(
      'GET',
      '/api/audit-logs?page=1&size=100',
      { token: admin.token },
    );
    expect(audit.status).toBe(200);
    expect(JSON.stringify(audit.body)).not.toMatch(/zenobia/i);
    expect(JSON.stringify(audit.body)).toContain(pseudonym);
  });

  it('SEC-10: a current user is logged out, deactivated and renamed to a pseudonym', async () => {
    const { id, token } = await workAs('Yolanda Quill', 'yolanda@corp.example');
    await comeIn(id);
    expect((await (await forget('yolanda@corp.example')).ended).code).toBe(0);
    expect(await dumpOf(server.database.sql)).not.toMatch(/yolanda/i);
    expect((await server.call('GET', '/api/users', { token })).status).toBe(401);
    expect(await server.database.sql.$count(favourites, eq(favourites.userId, id))).toBe(0);
    const left = await server.database.sql.select().from(views).where(eq(views.userId, id));
    expect(left.map(({ name }) => name)).toEqual(['Of everybody']);
    expect(await server.call('GET', `/api/users/${id}`, { token: admin.token })).toMatchObject({
      body: { active: false, admin: false, name: expect.stringMatching(/^former-user-/) },
    });
  });

  it('IDN-70: identities, factors, passkeys, browsers, sign-ins, tokens and what was begun go with a user', async () => {
    const { id } = await workAs('Xenia Quill', 'xenia@corp.example');
    await comeIn(id);
    const { sql } = server.database;
    const rui = { id: admin.id, email: admin.email };
    await queueMail(sql, rui, {
      kind: 'security',
      what: { is: 'settings', name: 'Xenia Quill', change: 'POLICY' },
    });
    expect((await (await forget('xenia@corp.example')).ended).code).toBe(0);
    for (const table of OF_PEOPLE) expect(await sql.$count(table, eq(table.userId, id))).toBe(0);
    expect(await dumpOf(sql)).not.toMatch(/xenia/i);
  });

  it('SEC-10: waits for a mail to the person that is being sent', async () => {
    const { id } = await workAs('Walda Quill', 'walda@corp.example');
    const { sql } = server.database;
    // No sender takes it meanwhile.
    const [mail] = await sql
      .insert(mails)
      .values({ id: newId(), userId: id, recipient: 'walda@corp.example', nextAttemptAt: null })
      .returning({ id: mails.id });
    const [forgetting, kept] = await sql.transaction(async (sender) => {
      await lockUser(sender, id);
      const command = await forget('walda@corp.example');
      await expect.poll(() => countLockWaits(sql)).toBe(1);
      return [command, await keepMail(sender, mail?.id ?? '')] as const;
    });
    expect(kept).toBe(true);
    expect((await forgetting.ended).code).toBe(0);
    expect(await dumpOf(sql)).not.toMatch(/walda/i);
  });

  it('SEC-10: begins again when another transaction was in its way', async () => {
    const { id } = await workAs('Vasco Quill', 'vasco@corp.example');
    const { sql } = server.database;
    // A sequence counts on when a transaction is rolled back.
    await sql.execute(raw`create sequence tries`);
    await sql.execute(raw`
      create function be_in_the_way() returns trigger language plpgsql as $$
      begin
        if nextval('tries') < 3 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$`);
    await sql.execute(raw`create trigger be_in_the_way before update of email on users
      for each row execute function be_in_the_way()`);
    onTestFinished(async () => {
      await sql.execute(raw`drop function be_in_the_way cascade`);
      await sql.execute(raw`drop sequence tries`);
    });
    expect((await (await forget('vasco@corp.example')).ended).code).toBe(0);
    expect(await dumpOf(sql)).not.toMatch(/vasco/i);
    expect(await sql.$count(mails, eq(mails.userId, id))).toBe(0);
  });

  it('T09: the only columns with names of users are those that are renamed', async () => {
    const { rows } = await server.database.sql.execute<{ column: string }>(raw`
      select distinct column_name as column from information_schema.columns
      where table_schema = 'public' and column_name like '%\\_by'
        -- A kind of key, the hash of one, seconds, and a day.
        and column_name not in ('introduced_by', 'replaced_by', 'late_by', 'remove_by') order by 1`);
    const known = ['created_by', 'opened_by', 'saved_by', 'stopped_by'];
    expect(rows.map(({ column }) => column)).toEqual(known);
  });

  it('IDN-82: refuses the last emergency user, where only single sign-on opens', async () => {
    const company = await createCompany(server);
    const other = await createUser(server, company.accountId, { admin: true });
    await createProvider(server, company.accountId);
    await giveFactor(server, other.id);
    await givePolicy(server, company.accountId, {
      passwordLogin: 'EMERGENCY_ONLY',
      emergencyUsers: [other.id],
    });
    expect(await (await forget(other.email)).ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('last emergency user of the company'),
    });
    expect(await dumpOf(server.database.sql)).toContain(other.email);
  });

  it('SEC-10: refuses the last administrator, and fails for an unknown e-mail', async () => {
    const alone = await createCompany(server);
    expect(await (await forget(alone.email)).ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('last admin of the company'),
    });
    expect(await dumpOf(server.database.sql)).toContain(alone.email);
    expect((await (await forget('nobody@corp.example')).ended).code).toBe(1);
  });
});
