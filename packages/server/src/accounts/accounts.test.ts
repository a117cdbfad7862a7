import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SWEEPS } from '../nouns.ts';
import { sweepExpiredRows } from '../platform/database/expired-rows.ts';
import { accounts, passwordLinks, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { mails } from '../tables/queues.ts';
import { createCompany } from '../testing/builders.ts';
import { logIn } from '../testing/log-in.ts';
import { linkIn, type Mailbox, openMailbox } from '../testing/mailbox.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let mailbox: Mailbox;
let server: TestServer;

beforeAll(async () => {
  mailbox = await openMailbox();
  server = await startTestServer({
    SIGNUP: 'open',
    TRUST_PROXY: 'loopback',
    SMTP_URL: mailbox.url,
    PLANS: '{"TRIAL":{"MAX_APPS":3}}',
    DEFAULT_PLAN: 'TRIAL',
  });
});
afterAll(async () => {
  await server.close();
  await mailbox.close();
});

const NEW_PASSWORD = 'green-7-boats';

const valid = {
  userName: 'Ana',
  userEmail: 'ana@example.com',
  companyName: 'Acme',
  acceptTermsAndConditions: true,
};

interface From {
  readonly address?: string;
  readonly language?: string;
}

/** Each sign-up comes from a different IP address, unless the test passes one. */
function signUp(
  body: object,
  at = server,
  { address = nextAddress(), language = 'en' }: From = {},
) {
  return at.call<{ id: string }>('POST', '/api/accounts', {
    body,
    headers: { 'accept-language': language, 'x-forwarded-for': address },
  });
}

function setPassword(link: string, at = server) {
  const body = { value: NEW_PASSWORD, confirmation: NEW_PASSWORD };
  return at.call('POST', `/api/users/passwords/${link}`, { body });
}

const addresses = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);
function nextAddress(): string {
  return addresses.pop() ?? '';
}

async function accountsOf(at: TestServer): Promise<number> {
  const [row] = await at.database.sql.select({ count: count() }).from(accounts);
  return row?.count ?? 0;
}

describe('signing up', () => {
  it('creates a company and its first administrator, who can log in once a password is set', async () => {
    const email = 'bia@example.com';
    const created = await signUp({ ...valid, userName: ' Bia ', userEmail: ' BIA@example.com ' });
    expect(created).toMatchObject({ status: 201, body: { companyName: 'Acme' } });

    const mail = await mailbox.mailTo(email);
    expect(mail.text).toContain('Hello Bia,');
    expect(mail.text).toContain('You signed up Acme');
    const path = `/api/users/passwords/${linkIn(mail)}`;
    const body = { value: 'abc123', confirmation: 'abc123' };
    expect((await server.call('POST', path, { body })).status).toBe(204);
    const session = await logIn(server, { email, password: 'abc123' });
    expect(session.body).toMatchObject({
      name: 'Bia',
      company_name: 'Acme',
      is_admin: true,
      plan: 'TRIAL',
      user_name: email,
    });
  });

  it('is recorded in the audit log, with the new user as its actor', async () => {
    const { body } = await signUp({ ...valid, userEmail: 'caio@example.com' });
    const [user] = await server.database.sql
      .select()
      .from(users)
      .where(eq(users.email, 'caio@example.com'));
    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, body.id));
    expect(entries).toMatchObject([
      { action: 'CREATED', entityType: 'user', entityId: user?.id, actor: { id: user?.id } },
    ]);
  });

  it("uses the browser's language, in the mail and after logging in", async () => {
    const userEmail = 'duda@example.com';
    await signUp({ ...valid, userEmail }, server, { language: 'pt-BR,pt;q=0.9,en;q=0.8' });
    const mail = await mailbox.mailTo(userEmail);
    expect(mail.subject).toBe('Defina sua senha do Comporta');
    const [user] = await server.database.sql.select().from(users).where(eq(users.email, userEmail));
    expect(user?.language).toBe('pt');
  });

  it.each([
    ['INCOMPLETE_FORM', { ...valid, userName: ' ' }],
    ['INCOMPLETE_FORM', { ...valid, userEmail: '' }],
    ['INCOMPLETE_FORM', { ...valid, companyName: undefined }],
    ['INVALID_EMAIL', { ...valid, userEmail: 'ana@' }],
    ['NAME_TOO_LONG', { ...valid, companyName: 'a'.repeat(101) }],
    ['ACCEPT_TC', { ...valid, acceptTermsAndConditions: false }],
    ['INVALID_BODY', { ...valid, acceptTermsAndConditions: 'yes' }],
  ])('%s: %j creates nothing', async (code, body) => {
    const before = await accountsOf(server);
    expect(await signUp(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await accountsOf(server)).toBe(before);
  });

  it('EMAIL_ALREADY_IN_USE: the e-mail of a user who has set a password creates nothing', async () => {
    const { email } = await createCompany(server);
    const before = await accountsOf(server);
    expect(await signUp({ ...valid, userEmail: email })).toMatchObject({
      status: 409,
      body: { error_code: 'EMAIL_ALREADY_IN_USE', meta_data: { at: ['userEmail'] } },
    });
    expect(await accountsOf(server)).toBe(before);
  });

  it('SEC-07: a newer sign-up replaces an unconfirmed one; the older link no longer works', async () => {
    const userEmail = 'again@example.com';
    const before = await accountsOf(server);
    await signUp({ ...valid, userEmail, companyName: 'Stranger' });
    const older = linkIn(await mailbox.mailTo(userEmail));
    await signUp({ ...valid, userEmail, companyName: 'Own' });
    const newer = linkIn(await mailbox.mailTo(userEmail));
    expect(await accountsOf(server)).toBe(before + 1);
    expect(await setPassword(older)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    expect((await setPassword(newer)).status).toBe(204);
    const session = await logIn(server, { email: userEmail, password: NEW_PASSWORD });
    expect(session.body.company_name).toBe('Own');
  });

  it('SEC-07: an invitation replaces an unconfirmed sign-up', async () => {
    const userEmail = 'victim@corp.example';
    const { body } = await signUp({ ...valid, userEmail });
    const older = linkIn(await mailbox.mailTo(userEmail));
    const admin = await createCompany(server);
    const invited = await server.call('POST', '/api/users', {
      token: admin.token,
      body: { name: 'Victim', email: userEmail },
    });
    expect(invited.status).toBe(201);
    expect(await setPassword(older)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    const left = await server.database.sql.select().from(accounts).where(eq(accounts.id, body.id));
    expect(left).toEqual([]);
  });

  it('SEC-07: of 20 concurrent sign-ups for one e-mail only one account remains', async () => {
    const before = await accountsOf(server);
    const userEmail = 'parallel@example.com';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ ...valid, userEmail })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      ...Array(3).fill(201),
      ...Array(17).fill(429),
    ]);
    expect(await accountsOf(server)).toBe(before + 1);
  });

  it('SEC-07: an unconfirmed account is removed when its link has expired, and no sooner', async () => {
    const userEmail = 'late@example.com';
    const { body } = await signUp({ ...valid, userEmail });
    await mailbox.mailTo(userEmail);
    const { sql } = server.database;
    const confirmed = await createCompany(server);
    const isThere = async (id: string) => (await sql.$count(accounts, eq(accounts.id, id))) === 1;
    const dayAgo = new Date(Date.now() - 25 * 3_600_000);
    await sql.update(accounts).set({ createdAt: dayAgo });
    await sweepExpiredRows(sql, SWEEPS);
    expect(await isThere(body.id)).toBe(true);
    await sql.update(passwordLinks).set({ expiresAt: new Date(Date.now() - 1000) });
    await sweepExpiredRows(sql, SWEEPS);
    expect(await isThere(body.id)).toBe(false);
    expect(await isThere(confirmed.accountId)).toBe(true);
  });

  it('RATE_LIMITED: ten sign-ups a minute from one address, for whatever e-mail; the next creates nothing', async () => {
    const address = '198.51.100.1';
    for (let index = 0; index < 10; index += 1) {
      const body = { ...valid, userEmail: `ten-${index}@example.com` };
      expect((await signUp(body, server, { address })).status).not.toBe(429);
    }
    const before = await accountsOf(server);
    const body = { ...valid, userEmail: 'eleventh@example.com' };
    const refused = await signUp(body, server, { address });
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    expect(await accountsOf(server)).toBe(before);
    expect((await signUp(body)).status).toBe(201);
  });
});

describe('the setting SIGNUP', () => {
  it('SIGNUP_CLOSED, SEC-06: SIGNUP=first is open until somebody sets a password; of 20 accounts one remains', async () => {
    const first = await startTestServer({ TRUST_PROXY: 'loopback', SMTP_URL: mailbox.url });
    const facts = async () =>
      (await first.call<{ signUpOpen: boolean; firstRun: boolean }>('GET', '/api/config')).body;
    const emails = Array.from({ length: 20 }, (_, index) => `${index}@example.com`);
    const answers = await Promise.all(
      emails.map((userEmail) => signUp({ ...valid, userEmail }, first)),
    );
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(201));
    expect(await facts()).toMatchObject({ signUpOpen: true, firstRun: true });

    const links = await Promise.all(emails.map(async (to) => linkIn(await mailbox.mailTo(to))));
    const confirmed = await Promise.all(links.slice(0, 3).map((link) => setPassword(link, first)));
    expect(confirmed.map((answer) => answer.status).sort()).toEqual([204, 400, 400]);
    expect(await accountsOf(first)).toBe(1);
    expect(await facts()).toMatchObject({ signUpOpen: false, firstRun: false });
    expect(await signUp({ ...valid, userEmail: 'late@example.com' }, first)).toMatchObject({
      status: 403,
      body: { error_code: 'SIGNUP_CLOSED' },
    });
    await first.close();
  });

  it('SIGNUP_CLOSED: SIGNUP=closed refuses sign-ups and queues no mail', async () => {
    const closed = await startTestServer({ SIGNUP: 'closed' });
    expect(await signUp(valid, closed)).toMatchObject({
      status: 403,
      body: { error_code: 'SIGNUP_CLOSED' },
    });
    expect(await accountsOf(closed)).toBe(0);
    expect(await closed.database.sql.$count(mails)).toBe(0);
    await closed.close();
  });
});
