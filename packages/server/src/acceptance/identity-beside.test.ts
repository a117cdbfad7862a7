import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createAccount } from '@comporta/contract/accounts/account-api';
import {
  createApplication,
  listApplications,
} from '@comporta/contract/applications/application-api';
import { fetchTogglesByGet } from '@comporta/contract/evaluation/toggle-fetch-api';
import { createAccountKey } from '@comporta/contract/keys/account-key-api';
import { createEnvironmentKey } from '@comporta/contract/keys/environment-key-api';
import { createServiceKey } from '@comporta/contract/keys/token-api';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { createToggle } from '@comporta/contract/toggles/toggle-api';
import { getProfile } from '@comporta/contract/users/profile-api';
import { createUser, deleteUser, getUser, updateUser } from '@comporta/contract/users/user-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { openDatabase } from '../platform/database/database.ts';
import type { Sql } from '../platform/database/sql.ts';
import { sessions, users } from '../tables/accounts.ts';
import { grants } from '../tables/grants.ts';
import { secondFactors, signInPolicies } from '../tables/identity.ts';
import { createProvider, giveFactor, givePolicy } from '../testing/identity/sign-on-builders.ts';
import { type CompanyLogin, openCompanyLogin } from '../testing/providers/company-login.ts';
import { spawnCommand } from '../testing/spawned-service.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, requestIdOf, signUp } from './company.ts';
import {
  importPreviousSdk,
  runPreviousCommand,
  startPreviousEdge,
  startPreviousRelease,
} from './previous-release.ts';
import { type ServiceProcess, startEdgeProcess, startServiceProcess } from './service-process.ts';
import { connectProvider, signOn, WITH_SIGN_ON } from './sign-on.ts';

const stack = new AsyncDisposableStack();
let sql: Sql;
let login: CompanyLogin;
let dataDir: string;
let present: ServiceProcess;
let old: ServiceProcess;

beforeAll(async () => {
  const database = await createTestDatabase();
  stack.defer(database.drop);
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-identity-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  const settings = { DATABASE_URL: database.url, SIGNUP: 'open', ...WITH_SIGN_ON };
  async function begin(start: typeof startServiceProcess, folder: string): Promise<ServiceProcess> {
    const service = await start({ ...settings, DATA_DIR: path.join(dataDir, folder) });
    stack.defer(() => service.kill());
    return service;
  }
  const opened = openDatabase(database.url, () => {});
  stack.defer(opened.close);
  ({ sql } = opened);
  login = stack.use(await openCompanyLogin());
  present = await begin(startServiceProcess, 'present');
  old = await begin(startPreviousRelease, 'old');
});
afterAll(() => stack.disposeAsync());

it('IDN-77 IDN-02: 0.2.0 beside opens for who has no factor and no policy as ever, and answers 503 for all others', async () => {
  const [ANA, RUI, EVA] = ['ana', 'rui', 'eva'].map(someone) as [string, string, string];
  const ana = await signUp(present, ANA);
  const tokenOfAna = await logIn(openClient(present.url), ANA);
  const ruiId = await addAdmin(ana, present, RUI);
  const eva = await signUp(present, EVA);
  const visitors = { old: openClient(old.url), present: openClient(present.url) };

  // The same answers, but for the token, in the same order; each session is good on the other node.
  const [ofOld, ofPresent] = await Promise.all([answerOf(old, RUI), answerOf(present, RUI)]);
  expect(ofPresent.body.replace(TOKEN, '')).toBe(ofOld.body.replace(TOKEN, ''));
  expect(ofPresent.headers).toEqual(ofOld.headers);
  for (const [node, { body }] of [
    [old, ofPresent],
    [present, ofOld],
  ] as const) {
    const { access_token: token } = JSON.parse(body);
    expect(
      await openClient(node.url, token).call(getUser, { params: { id: ruiId } }),
    ).toMatchObject({ email: RUI });
  }

  // Rui sets up a factor: 0.2.0, which does not know of it, opens no session for him, and for everybody else as ever.
  await giveFactor({ database: { sql } }, ruiId);
  await expectBusy(visitors.old, RUI);
  expect(await logIn(visitors.old, ANA)).toMatch(TOKEN_TEXT);
  expect(await logIn(visitors.old, EVA)).toMatch(TOKEN_TEXT);
  expect((await refusalAt(visitors.old, RUI, 'wrong1')).code).toBe('WRONG_CREDENTIALS');
  expect((await refusalAt(visitors.present, RUI, 'wrong1')).code).toBe('WRONG_CREDENTIALS');
  expect((await refusalAt(visitors.present, RUI)).code).toBe('SECOND_FACTOR_REQUIRED');

  // Ana's company comes in through a provider only; Rui is for emergencies.
  const accountId = await accountOf(ruiId);
  await createProvider({ database: { sql } }, accountId);
  await givePolicy({ database: { sql } }, accountId, {
    passwordLogin: 'EMERGENCY_ONLY',
    emergencyUsers: [ruiId],
  });
  await expectBusy(visitors.old, ANA);
  expect((await refusalAt(visitors.present, ANA)).code).toBe('SSO_REQUIRED');
  await expectBusy(visitors.old, RUI);
  expect(await logIn(visitors.old, EVA)).toMatch(TOKEN_TEXT);

  // The last emergency user is lost on neither node, while sessions that are open go on.
  for (const [node, expected] of [
    [old, { status: 503, code: 'SERVICE_BUSY' }],
    [present, { status: 409, code: 'EMERGENCY_USER_REQUIRED' }],
  ] as const) {
    const onNode = openClient(node.url, tokenOfAna);
    const params = { id: ruiId };
    const rui = await onNode.call(getUser, { params });
    const body = { name: rui.name, apps: rui.apps, admin: false };
    expect(await onNode.refusal(updateUser, { params, body })).toMatchObject(expected);
    expect(await onNode.refusal(deleteUser, { params })).toMatchObject(expected);
  }

  // What only this release has: 0.2.0 knows no such token, path or grant.
  const asToken = { authorization: 'Bearer cpt_pat_0123456789' };
  expect((await fetch(`${old.url}/api/users`, { headers: asToken })).status).toBe(401);
  expect((await fetch(`${old.url}/api/sso/1/callback?code=1`)).status).toBe(404);
  for (const grant of ['second-step', 'passkey', 'ticket']) {
    const body = { grant_type: `urn:comporta:${grant}`, username: '', password: '' };
    expect(await visitors.old.refusal(createSession, { body })).toMatchObject({
      status: 400,
      code: 'UNSUPPORTED_GRANT_TYPE',
    });
  }

  // Going back: once the policy and the factor are gone, 0.2.0 opens for them again.
  await sql
    .update(signInPolicies)
    .set({ passwordLogin: 'EVERYBODY' })
    .where(eq(signInPolicies.accountId, accountId));
  await sql.delete(secondFactors).where(eq(secondFactors.userId, ruiId));
  for (const email of [ANA, RUI, EVA]) expect(await logIn(visitors.old, email)).toMatch(TOKEN_TEXT);
  expect(await eva.call(getUser, { params: { id: await idOf(EVA) } })).toMatchObject({
    email: EVA,
  });
});

/** The e-mail of somebody whom no other test and no first try knows. */
function someone(name: string): string {
  return `${name}-${randomUUID()}@corp.example`;
}

async function idOf(email: string): Promise<string> {
  const [row] = await sql.select({ id: users.id }).from(users).where(eq(users.email, email));
  return row?.id ?? '';
}

async function accountOf(id: string): Promise<string> {
  const which = eq(users.id, id);
  const [row] = await sql.select({ accountId: users.accountId }).from(users).where(which);
  return row?.accountId ?? '';
}

it('IDN-77: on 0.2.0 mapped grants and the ends of sessions hold, idle time does not; its edit drops a mapped grant until the next sign-on, and adds none', async () => {
  const ana = await signUp(present, someone('ana'));
  const [shop, blog] = await Promise.all(
    ['Shop', 'Blog'].map((name) =>
      ana.call(createApplication, { body: { name, environments: [{ name: 'Production' }] } }),
    ),
  );
  const [mapped, other] = [shop?.id ?? '', blog?.id ?? ''];
  const provider = await connectProvider(ana, login, {
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-web', apps: [mapped] }],
  });
  const email = someone('ines');
  const person = { sub: email, email, email_verified: true, name: 'Inês' };
  login.people.set(email, { ...person, groups: ['flags-web'] });
  const token = await signOn(present.url, provider, email);
  const onOld = openClient(old.url, token);
  const opened = async () => (await onOld.call(listApplications, {})).map(({ id }) => id);
  expect(await opened()).toEqual([mapped]);

  const params = { id: await idOf(email) };
  const given = async () =>
    sql
      .select({ app: grants.applicationId, by: grants.providerId })
      .from(grants)
      .where(eq(grants.userId, params.id))
      .orderBy(grants.providerId);
  const edit = async (apps: readonly string[]) => {
    const admin = openClient(old.url, anaToken);
    const user = await admin.call(getUser, { params });
    await admin.call(updateUser, {
      params,
      body: { name: user.name, admin: false, apps: [...apps] },
    });
  };
  const anaToken = await logIn(openClient(old.url), await emailOf(ana));
  await edit([mapped, other]);
  expect(await given()).toEqual([
    { app: mapped, by: provider.id },
    { app: other, by: null },
  ]);
  await edit([other]);
  expect(await given()).toEqual([{ app: other, by: null }]);
  expect(await opened()).toEqual([other]);
  await signOn(present.url, provider, email);
  expect(await given()).toEqual([
    { app: mapped, by: provider.id },
    { app: other, by: null },
  ]);
  // The groups take back what they gave, and 0.2.0 opens it no more.
  login.people.set(email, { ...person, groups: [] });
  await signOn(present.url, provider, email);
  expect(await opened()).toEqual([other]);

  const accountId = await accountOf(params.id);
  await givePolicy({ database: { sql } }, accountId, { sessionHours: 1, idleMinutes: 15 });
  const late = await logIn(openClient(old.url), await emailOf(ana));
  const ofSession = eq(sessions.tokenHash, hashSecret(late));
  const hours = raw<number>`extract(epoch from ${sessions.expiresAt} - now()) / 3600`;
  const [session] = await sql.select({ hours }).from(sessions).where(ofSession);
  expect(Number(session?.hours)).toBeLessThanOrEqual(1);
  const before = (interval: string) => raw`clock_timestamp() - ${interval}::interval`;
  await sql
    .update(sessions)
    .set({ createdAt: before('20 minutes') })
    .where(ofSession);
  expect((await openClient(present.url, late).refusal(listApplications, {})).status).toBe(401);
  expect(await openClient(old.url, late).call(listApplications, {})).toHaveLength(2);
  await sql
    .update(sessions)
    .set({ expiresAt: before('1 second') })
    .where(ofSession);
  expect((await openClient(old.url, late).refusal(listApplications, {})).status).toBe(401);

  async function emailOf(client: Client): Promise<string> {
    return (await client.call(getProfile, {})).email;
  }
});

it('IDN-77: 0.2.0 removes no company without passwords when somebody signs up with an e-mail of it', async () => {
  const ana = await signUp(present, someone('ana'));
  const provider = await connectProvider(ana, login);
  const email = someone('ines');
  login.people.set(email, { sub: email, email, email_verified: true });
  const token = await signOn(present.url, provider, email);
  const accountId = await accountOf(await idOf(email));
  // The last one who had a password is gone.
  await sql.update(users).set({ admin: true }).where(eq(users.email, email));
  await sql.update(users).set({ passwordHash: null }).where(eq(users.accountId, accountId));
  const stranger = { userName: 'Eve', companyName: 'Evil', acceptTermsAndConditions: true };
  for (const node of [old, present]) {
    const body = { ...stranger, userEmail: email };
    expect(await openClient(node.url).refusal(createAccount, { body })).toMatchObject({
      code: 'EMAIL_ALREADY_IN_USE',
    });
    expect(await openClient(node.url, token).call(listApplications, {})).toEqual([]);
  }
});

it('IDN-77 IDN-52: the command, the SDK and edge nodes of 0.2.0 see no difference, and a new edge node takes a service key', async () => {
  const admin = await signUp(present, someone('ana'));
  const { key: account } = await admin.call(createAccountKey, { body: { password: PASSWORD } });
  const shop = await admin.call(createApplication, {
    body: { name: 'Shop', environments: [{ name: 'Production' }] },
  });
  const [appId, envId] = [shop.id, shop.environments[0]?.id ?? ''];
  const key = await admin.call(createEnvironmentKey, {
    params: { appId, envId },
    body: { password: PASSWORD },
  });
  const toggle = { name: 'checkout', values: ['enabled', 'disabled'], defaultValue: 'disabled' };
  await admin.call(createToggle, { params: { appId }, body: toggle });
  const { key: service } = await admin.call(createServiceKey, {
    body: { name: 'Edge', scopes: ['read'] },
  });

  for (const args of [
    ['export', '--key', account],
    ['evaluate', 'checkout', '--uid', 'ana', '--key', key],
  ]) {
    const [ofPresent, ofOld] = [present, old].map(({ url }) =>
      runPreviousCommand(...args, '--url', url),
    );
    expect(withoutLater(ofPresent ?? '')).toBe(ofOld);
    expect(ofPresent).toContain('checkout');
  }

  // What the command asks of 0.2.0 in vain, it says.
  const there = { COMPORTA_KEY: account, XDG_CONFIG_HOME: dataDir };
  for (const [args, said] of [
    [['login', old.url], /knows no login of programs: update it/],
    [['export', '--application', newId(), '--url', old.url], /older than this command/],
  ] as const) {
    const { stderr } = await (await spawnCommand(args, there)).ended;
    expect(stderr).toMatch(said);
  }

  const edges = await Promise.all([
    startPreviousEdge({ ...folderOf('old-edge'), COMPORTA_KEY: account }),
    startEdgeProcess({ ...folderOf('new-edge'), COMPORTA_KEY: service }),
  ]);
  for (const edge of edges) stack.defer(() => edge.kill());
  const valuesAt = ({ url }: ServiceProcess) =>
    openClient(url, key).call(fetchTogglesByGet, { query: { uid: 'ana' } });
  for (const edge of edges) {
    await expect.poll(() => valuesAt(edge).catch(String)).toEqual({ checkout: 'disabled' });
  }
  const { createClient } = await importPreviousSdk();
  const older = createClient({ url: present.url, key, logger: {} });
  stack.defer(() => older.close());
  expect(await older.ready()).toBe(true);
  await admin.call(createToggle, { params: { appId }, body: { ...toggle, name: 'cart' } });
  await expect.poll(() => older.value('cart', { uid: 'ana' }, 'none')).toBe('disabled');
  expect(older.value('checkout', { uid: 'ana' }, 'none')).toBe('disabled');
  for (const edge of edges) {
    await expect.poll(() => valuesAt(edge)).toEqual({ checkout: 'disabled', cart: 'disabled' });
  }

  function folderOf(name: string) {
    const DATA_DIR = path.join(dataDir, `${name}-${randomUUID()}`);
    return { COMPORTA_URL: present.url, DATA_DIR };
  }
});

/** What a command printed, without the fields that this release added to documents. */
function withoutLater(printed: string): string {
  if (!printed.startsWith('{')) return printed;
  const later = ['lifetime', 'removeBy'];
  const leave = (name: string, value: unknown) => (later.includes(name) ? undefined : value);
  return `${JSON.stringify(JSON.parse(printed), leave, 2)}\n`;
}

const TOKEN = /"access_token":"[^"]*"/;
const TOKEN_TEXT = /^[\w-]{43}$/;

async function addAdmin(admin: Client, service: ServiceProcess, email: string): Promise<string> {
  const { id } = await admin.call(createUser, { body: { name: 'Rui', email, admin: true } });
  const requestId = requestIdOf(await service.passwordLink(email));
  await openClient(service.url).call(setPassword, {
    params: { requestId },
    body: { value: PASSWORD, confirmation: PASSWORD },
  });
  return id;
}

/** The answer to a login, as it is sent. */
async function answerOf({ url }: ServiceProcess, username: string) {
  const response = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa('console:console')}` },
    body: new URLSearchParams({ grant_type: 'password', username, password: PASSWORD }),
  });
  const headers = [...response.headers].filter(([name]) => !/^(date|x-request-id)$/.test(name));
  return { headers, body: await response.text() };
}

function refusalAt(visitor: Client, username: string, password = PASSWORD) {
  const body = { grant_type: 'password', username, password };
  return visitor.refusal(createSession, { body });
}

async function expectBusy(visitor: Client, username: string): Promise<void> {
  expect(await refusalAt(visitor, username)).toMatchObject({ status: 503, code: 'SERVICE_BUSY' });
}
