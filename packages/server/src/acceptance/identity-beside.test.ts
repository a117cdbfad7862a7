import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setPassword } from '@comporta/contract/sessions/password-api';
import { createSession } from '@comporta/contract/sessions/session-api';
import { createUser, deleteUser, getUser, updateUser } from '@comporta/contract/users/user-api';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';
import { secondFactors, signInPolicies } from '../tables/identity.ts';
import { createProvider, giveFactor, givePolicy } from '../testing/identity/sign-on-builders.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { type Client, openClient } from './client.ts';
import { logIn, PASSWORD, requestIdOf, signUp } from './company.ts';
import { startPreviousRelease } from './previous-release.ts';
import { type ServiceProcess, startServiceProcess } from './service-process.ts';

const ANA = 'ana@example.com';
const RUI = 'rui@example.com';
const EVA = 'eva@neighbour.example';

it('IDN-77 IDN-02: 0.2.0 beside opens for who has no factor and no policy as ever, and answers 503 for all others', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await createTestDatabase();
  stack.defer(database.drop);
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-identity-'));
  stack.defer(() => rmSync(dataDir, { recursive: true }));
  async function begin(start: typeof startServiceProcess): Promise<ServiceProcess> {
    const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, SIGNUP: 'open' };
    const service = await start(settings);
    stack.defer(() => service.kill());
    return service;
  }
  const { sql, close } = openDatabase(database.url, () => {});
  stack.defer(close);

  const present = await begin(startServiceProcess);
  const old = await begin(startPreviousRelease);
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

  async function idOf(email: string): Promise<string> {
    const [row] = await sql.select({ id: users.id }).from(users).where(eq(users.email, email));
    return row?.id ?? '';
  }

  async function accountOf(id: string): Promise<string> {
    const which = eq(users.id, id);
    const [row] = await sql.select({ accountId: users.accountId }).from(users).where(which);
    return row?.accountId ?? '';
  }
});

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
