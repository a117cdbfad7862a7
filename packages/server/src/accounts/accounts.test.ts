import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accounts, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { mails } from '../tables/queues.ts';
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

/** Each comes from another address, unless it says from where. */
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

const addresses = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);
function nextAddress(): string {
  return addresses.pop() ?? '';
}

async function accountsOf(at: TestServer): Promise<number> {
  const [row] = await at.database.sql.select({ count: count() }).from(accounts);
  return row?.count ?? 0;
}

describe('signing up', () => {
  it('makes a company and its first administrator, who can log in once a password is set', async () => {
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

  it('is recorded as done by the new user', async () => {
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

  it("speaks the browser's language, in the mail and after logging in", async () => {
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
  ])('%s: %j makes nothing', async (code, body) => {
    const before = await accountsOf(server);
    expect(await signUp(body)).toMatchObject({ status: 400, body: { error_code: code } });
    expect(await accountsOf(server)).toBe(before);
  });

  it('EMAIL_ALREADY_IN_USE: of 20 at once exactly one succeeds; the others leave nothing', async () => {
    const before = await accountsOf(server);
    const userEmail = 'parallel@example.com';
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp({ ...valid, userEmail })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      error_code: 'EMAIL_ALREADY_IN_USE',
    });
    expect(await accountsOf(server)).toBe(before + 1);
  });

  it('RATE_LIMITED: ten a minute from one address, whoever they are said to be; the next makes nothing', async () => {
    const address = '198.51.100.1';
    for (let index = 0; index < 10; index += 1) {
      const body = { ...valid, userEmail: `ten-${index % 2}@example.com` };
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

describe('a service with', () => {
  it('SIGNUP_CLOSED: SIGNUP=first lets exactly one of 20 at once in, and says that it is closed then', async () => {
    const first = await startTestServer({ TRUST_PROXY: 'loopback' });
    const open = () => first.call<{ signUpOpen: boolean }>('GET', '/api/config');
    expect((await open()).body.signUpOpen).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        signUp({ ...valid, userEmail: `${index}@example.com` }, first),
      ),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, ...Array(19).fill(403)]);
    expect(answers.find((answer) => answer.status === 403)?.body).toMatchObject({
      error_code: 'SIGNUP_CLOSED',
    });
    expect(await accountsOf(first)).toBe(1);
    expect((await open()).body.signUpOpen).toBe(false);
    await first.close();
  });

  it('SIGNUP_CLOSED: SIGNUP=closed lets nobody in and queues no mail', async () => {
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
