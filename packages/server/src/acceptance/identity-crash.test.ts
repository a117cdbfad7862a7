import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  createApplication,
  listApplications,
} from '@comporta/contract/applications/application-api';
import type { Provider } from '@comporta/contract/identity/provider';
import { createSession } from '@comporta/contract/sessions/session-api';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../platform/base/secrets.ts';
import { openConnection } from '../platform/database/connection.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { sessions, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { grants } from '../tables/grants.ts';
import { identities, secondFactors, signIns } from '../tables/identity.ts';
import { type CompanyLogin, openCompanyLogin } from '../testing/providers/company-login.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { openClient, Refusal } from './client.ts';
import { PASSWORD, signUp } from './company.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';
import {
  comeBack,
  connectProvider,
  fetchTicket,
  logInThere,
  signOn,
  WITH_SIGN_ON,
} from './sign-on.ts';

const LOCK = 4712;
/** Ten codes, as users read them. */
const CODES = Array.from({ length: 10 }, (_, index) =>
  'ABCDEFGHIJKLMNO'.concat('ABCDEFGHIJ'.charAt(index)),
);

const stack = new AsyncDisposableStack();
let database: Database;
let login: CompanyLogin;
let node: ServiceProcess;
/** Takes over from the one that is killed. */
let spare: Promise<ServiceProcess>;
let start: () => Promise<ServiceProcess>;
let provider: Provider;
let appId: string;

beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  stack.defer(drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-identity-crash-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  database = openDatabase(url, () => {});
  stack.defer(database.close);
  start = async () => {
    const settings = { DATABASE_URL: url, DATA_DIR: dataDir, SIGNUP: 'open', ...WITH_SIGN_ON };
    const service = await startServiceProcess(settings);
    stack.defer(() => service.kill());
    return service;
  };
  [node, login] = await Promise.all([start(), openCompanyLogin()]);
  spare = start();
  stack.use(login);
  const admin = await signUp(node, 'ana@corp.example');
  appId = (
    await admin.call(createApplication, {
      body: { name: 'Shop', environments: [{ name: 'Production' }] },
    })
  ).id;
  provider = await connectProvider(admin, login, {
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-web', apps: [appId] }],
  });
});
afterAll(async () => {
  await spare;
  await stack.disposeAsync();
});

/** Somebody whom nobody has seen before. */
function newcomer() {
  const sub = randomUUID();
  const email = `${sub}@corp.example`;
  login.people.set(sub, { sub, email, email_verified: true, name: 'Inês', groups: ['flags-web'] });
  return { sub, email };
}

/** Before a row is written, with more statements to come; or when all are done, and the client awaits the commit. */
type Moment = 'BEFORE INSERT' | 'COMMIT';

/**
 * Kills the node while a transaction is at this moment of writing to a table, and starts another one. PostgreSQL rolls back what
 * nobody commits, and commits what it was told to, although nobody hears of it.
 */
async function killAt(table: string, moment: Moment, act: () => Promise<unknown>): Promise<void> {
  const { client, close } = await openConnection(database.url);
  await client.query(`create function wait_for_test() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock(${LOCK}); return new; end $$`);
  await client.query(
    moment === 'COMMIT'
      ? `create constraint trigger wait_for_test after insert on ${table}
         deferrable initially deferred for each row execute function wait_for_test()`
      : `create trigger wait_for_test before insert on ${table}
         for each row execute function wait_for_test()`,
  );
  await client.query(`select pg_advisory_lock(${LOCK})`);
  const answer = act().then(
    () => 'answered',
    (error) => (error instanceof Refusal ? error.code : 'cut off'),
  );
  const waits = `select count(*)::int as count from pg_locks
    where locktype = 'advisory' and not granted and objid = ${LOCK}`;
  await expect.poll(async () => (await client.query(waits)).rows[0]?.count).toBe(1);
  await node.kill();
  expect(await answer).toBe('cut off');
  await client.query(`select pg_advisory_unlock(${LOCK})`);
  // It waits for the transaction that nobody is at the other end of.
  await client.query('drop function wait_for_test cascade');
  await close();
  node = await spare;
  spare = start();
}

/** What there is of a person in the tables. */
async function leftOf({ sub, email }: { readonly sub: string; readonly email: string }) {
  const { sql } = database;
  const [user] = await sql.select({ id: users.id }).from(users).where(eq(users.email, email));
  const id = user?.id ?? randomUUID();
  return {
    users: await sql.$count(users, eq(users.email, email)),
    identities: await sql.$count(identities, eq(identities.subject, sub)),
    grants: await sql.$count(grants, and(eq(grants.userId, id), eq(grants.applicationId, appId))),
    audited: await sql.$count(auditEntries, eq(auditEntries.entityName, 'Inês')),
    signIns: await sql.$count(signIns, eq(signIns.userId, id)),
    sessions: await sql.$count(sessions, eq(sessions.userId, id)),
  };
}

const NOTHING = { users: 0, identities: 0, grants: 0, audited: 0, signIns: 0, sessions: 0 };

describe('IDN-75: a node that is killed', () => {
  it('after the provider gave its code, gives no ticket to anybody: the code is spent, and one click comes in', async () => {
    const before = await leftOf(newcomer());
    const ines = newcomer();
    const sentBack = await logInThere(node.url, provider, ines.sub);
    await killAt('challenges', 'BEFORE INSERT', () => comeBack(node.url, sentBack));
    // A ticket may have been stored, but nobody was told of it, and it ends after a minute.
    expect(await leftOf(ines)).toEqual({ ...NOTHING, audited: before.audited });
    const again = await comeBack(node.url, sentBack);
    expect(again.get('error')).toBe('SSO_EXPIRED');
    const token = await signOn(node.url, provider, ines.sub);
    expect(await openClient(node.url, token).call(listApplications, {})).toMatchObject([
      { id: appId },
    ]);
  });

  it.each(['identities', 'sessions'])(
    'in the transaction of a ticket, at its %s, leaves nothing of the person',
    async (table) => {
      const before = await leftOf(newcomer());
      const ines = newcomer();
      const body = await fetchTicket(node.url, provider, ines.sub);
      const redeem = () => openClient(node.url).call(createSession, { body });
      await killAt(table, 'BEFORE INSERT', redeem);
      expect(await leftOf(ines)).toEqual({ ...NOTHING, audited: before.audited });
      // Who starts again finds nothing in the way; here even the ticket is good still.
      await redeem();
      await signOn(node.url, provider, ines.sub);
      expect(await leftOf(ines)).toEqual({
        users: 1,
        identities: 1,
        grants: 1,
        audited: before.audited + 1,
        signIns: 2,
        sessions: 2,
      });
    },
  );

  it('at the commit, has created the person once, with a session that nobody holds', async () => {
    const before = await leftOf(newcomer());
    const ines = newcomer();
    const body = await fetchTicket(node.url, provider, ines.sub);
    const redeem = () => openClient(node.url).call(createSession, { body });
    await killAt('sessions', 'COMMIT', redeem);
    const all = { users: 1, identities: 1, grants: 1, audited: before.audited + 1 };
    expect(await leftOf(ines)).toEqual({ ...all, signIns: 1, sessions: 1 });
    expect(await openClient(node.url).refusal(createSession, { body })).toMatchObject({
      status: 400,
      code: 'SSO_EXPIRED',
    });
    await signOn(node.url, provider, ines.sub);
    expect(await leftOf(ines)).toEqual({ ...all, signIns: 2, sessions: 2 });
  });

  it.each([
    ['before its session is written, keeps it', 'BEFORE INSERT', 0],
    ['at the commit, has spent it with the session', 'COMMIT', 1],
  ] as const)('while a recovery code opens, %s', async (_what, moment, spent) => {
    const email = `${randomUUID()}@corp.example`;
    const userId = await withRecoveryCodes(email);
    const opened = () => database.sql.$count(sessions, eq(sessions.userId, userId));
    const before = await opened();
    const answer = async () => {
      const body = { grant_type: 'password', username: email, password: PASSWORD };
      const { meta } = await openClient(node.url).refusal(createSession, { body });
      return {
        grant_type: 'urn:comporta:second-step',
        challenge: String(meta.challenge),
        recovery_code: CODES[0] ?? '',
      };
    };
    const body = await answer();
    await killAt('sessions', moment, () => openClient(node.url).call(createSession, { body }));
    const [{ left = [] } = {}] = await database.sql
      .select({ left: secondFactors.recoveryHashes })
      .from(secondFactors)
      .where(eq(secondFactors.userId, userId));
    expect(left).toHaveLength(CODES.length - spent);
    expect(await opened()).toBe(before + spent);
    const next = { ...(await answer()), recovery_code: CODES[1] ?? '' };
    await openClient(node.url).call(createSession, { body: next });
  });
});

/** An admin of another company, who has ten recovery codes. */
async function withRecoveryCodes(email: string): Promise<string> {
  const { sql } = database;
  await signUp(node, email);
  const [user] = await sql.select({ id: users.id }).from(users).where(eq(users.email, email));
  const userId = user?.id ?? '';
  const recoveryHashes = CODES.map(hashSecret);
  await sql.insert(secondFactors).values({ userId, appSince: new Date(), recoveryHashes });
  return userId;
}
