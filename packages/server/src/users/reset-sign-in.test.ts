import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resetSignInOf } from '../accounts/reset-sign-in-of.ts';
import { noticeInWords } from '../identity/mails/security-mail.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { mails } from '../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { setUpApp, WITH_KEY } from '../testing/identity/second-factor.ts';
import { logIn } from '../testing/log-in.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let bea: TestUser;

beforeAll(async () => {
  server = await startTestServer(WITH_KEY);
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  bea = await createUser(server, admin.accountId, { name: 'Bea' });
  await setUpApp(server, bea);
});

function reset(by: TestUser, id: string, body: object = { factors: true }) {
  return server.call<{ error_code: string }>('POST', `/api/users/${id}/reset-sign-in`, {
    token: by.token,
    body,
  });
}

const logInStatus = async () =>
  (await logIn(server, { email: bea.email, password: PASSWORD })).status;

async function lastEntry() {
  const { sql } = server.database;
  const rows = await sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.accountId, admin.accountId));
  return rows.at(-1);
}

it('IDN-36: an admin removes the factors of a colleague, whose sessions end, and who is told', async () => {
  expect(await logInStatus()).toBe(400);
  expect((await reset(admin, bea.id)).status).toBe(204);
  expect((await server.call('GET', '/api/users/me', { token: bea.token })).status).toBe(401);
  expect(await logInStatus()).toBe(200);
  const rows = await server.database.sql.select().from(mails).where(eq(mails.userId, bea.id));
  expect(rows.map(({ reason }) => reason)).toContainEqual({
    kind: 'security',
    what: { is: 'reset', parts: ['factors', 'sessions'], name: 'Ana' },
  });
  expect(await lastEntry()).toMatchObject({ action: 'EDITED', entityName: 'Bea' });
});

it('IDN-36: nobody resets themselves, a colleague without the right, or anybody of another company', async () => {
  expect((await reset(admin, admin.id)).body.error_code).toBe('SELF_RESET_FORBIDDEN');
  expect((await reset(bea, admin.id)).status).toBe(403);
  const stranger = await createCompany(server);
  expect((await reset(stranger, bea.id)).status).toBe(404);
  expect(await logInStatus()).toBe(400);
});

it('IDN-36: on the machine of the service it works without an admin', async () => {
  const { sql } = server.database;
  const chosen = { factors: true, identities: false, sessions: true, tokens: false };
  const resetBy = (email: string) =>
    sql.transaction((inside) => resetSignInOf(inside, email, chosen));
  expect(await resetBy('nobody@example.com')).toBe(false);
  expect(await resetBy(bea.email)).toBe(true);
  expect(await logInStatus()).toBe(200);
  expect((await lastEntry())?.actor).toMatchObject({ kind: 'system' });
});

describe('IDN-36: what was chosen', () => {
  const isLoggedIn = async () =>
    (await server.call('GET', '/api/users/me', { token: bea.token })).status === 200;

  async function mailsOf({ id }: TestUser) {
    const rows = await server.database.sql.select().from(mails).where(eq(mails.userId, id));
    return rows.flatMap(({ reason }) =>
      reason?.kind === 'security' && reason.what.is === 'reset' ? [reason.what.parts] : [],
    );
  }

  it('sessions alone leaves the factor, and the mail says so', async () => {
    expect((await reset(admin, bea.id, { sessions: true })).status).toBe(204);
    expect(await isLoggedIn()).toBe(false);
    expect(await logInStatus()).toBe(400);
    expect(await mailsOf(bea)).toEqual([['sessions']]);
  });

  it('tokens alone leaves the sessions, and tells of what there was', async () => {
    expect((await reset(admin, bea.id, { tokens: true })).status).toBe(204);
    expect(await mailsOf(bea)).toEqual([]);
    const body = { name: 'CI', scopes: ['read'] };
    await server.call('POST', '/api/users/me/tokens', { token: bea.token, body });
    expect((await reset(admin, bea.id, { tokens: true })).status).toBe(204);
    expect(await isLoggedIn()).toBe(true);
    expect(await mailsOf(bea)).toEqual([['tokens']]);
  });

  it('identities ends the sessions, but tells of none to who had none', async () => {
    await reset(admin, bea.id, { identities: true });
    expect(await isLoggedIn()).toBe(false);
    expect(await mailsOf(bea)).toEqual([['sessions']]);
  });

  it('nothing does nothing', async () => {
    const before = await lastEntry();
    expect((await reset(admin, bea.id, {})).status).toBe(204);
    expect(await isLoggedIn()).toBe(true);
    expect(await lastEntry()).toEqual(before);
  });
});

it('IDN-36: the mail says what was reset, and by whom, in the language of its reader', async () => {
  const parts = ['factors', 'identities', 'tokens', 'sessions'] as const;
  const reader = { language: 'pt', companyName: 'Acme' } as const;
  expect(noticeInWords(reader, { is: 'reset', parts, name: 'Ana' })).toBe(
    'Ana redefiniu o seu acesso em Acme: aplicativo, chaves de acesso e códigos de recuperação foram removidos; o login único foi desconectado; todos os tokens pessoais foram encerrados; todas as suas sessões foram encerradas.',
  );
  expect(noticeInWords({ ...reader, language: 'en' }, { is: 'reset', parts: ['sessions'] })).toBe(
    'Whoever runs Comporta reset your login at Acme: you were logged out everywhere.',
  );
});
