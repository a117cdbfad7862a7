import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endSessions } from '../identity/session-ends.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import { passwordLinks, users } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { mails } from '../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { dumpOf } from '../testing/dump-of.ts';
import { logIn } from '../testing/log-in.ts';
import { linkIn, type Mailbox, openMailbox } from '../testing/mailbox.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const NEW_PASSWORD = 'xyz789';

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

/** Each call comes from a different IP address, unless the test passes one. */
function reset(email: string, from: string = nextAddress()) {
  return server.call('POST', '/api/users/reset-password', {
    body: { email },
    headers: { 'x-forwarded-for': from, host: 'evil.example.com' },
  });
}

const addresses = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);

function nextAddress(): string {
  return addresses.pop() ?? '';
}

async function resetLink(email: string): Promise<string> {
  expect((await reset(email)).status).toBe(204);
  return mailbox.linkTo(email);
}

function setPassword(link: string, value = NEW_PASSWORD, confirmation = value) {
  return server.call('POST', `/api/users/passwords/${link}`, { body: { value, confirmation } });
}

/** Each call comes from a different IP address, unless the test passes one. */
function checkLink(link: string, from: string = nextAddress()) {
  return server.call('GET', `/api/users/passwords/${link}`, {
    headers: { 'x-forwarded-for': from },
  });
}

function changePassword(token: string, body: object) {
  return server.call('POST', '/api/users/change-password', { token, body });
}

async function canLogIn(email: string, password: string): Promise<boolean> {
  return (await logIn(server, { email, password })).status === 200;
}

async function statusWith(token: string): Promise<number> {
  return (await server.call('GET', '/api/accounts/limits', { token })).status;
}

/** Invites a user as an administrator, and returns the link from the mail. */
async function invite(): Promise<{ id: string; email: string; link: string }> {
  const email = `${crypto.randomUUID()}@example.com`;
  const { body } = await server.call<{ id: string }>('POST', '/api/users', {
    token: admin.token,
    body: { name: 'Rui', email },
  });
  return { id: body.id, email, link: await mailbox.linkTo(email) };
}

describe('a link to set a password', () => {
  it('arrives by mail, has the configured host and works once', async () => {
    const user = await createUser(server, admin.accountId);
    expect((await reset(user.email)).status).toBe(204);
    const mail = await mailbox.mailTo(user.email);
    expect(mail.subject).toBe('Set your Comporta password');
    expect(mail.text).toMatch(/^https:\/\/toggles\.example\.com\/password\/[\w-]{43}$/m);
    expect(`${mail.text} ${mail.html}`).not.toContain('evil.example.com');

    const link = linkIn(mail);
    expect((await setPassword(link)).status).toBe(204);
    expect(await canLogIn(user.email, NEW_PASSWORD)).toBe(true);
    expect(await canLogIn(user.email, PASSWORD)).toBe(false);
    expect(await setPassword(link, 'again1')).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_TOKEN' },
    });
    expect(await canLogIn(user.email, NEW_PASSWORD)).toBe(true);
  });

  it('ends all sessions of its user, and no others', async () => {
    const user = await createUser(server, admin.accountId);
    expect((await setPassword(await resetLink(user.email))).status).toBe(204);
    expect(await statusWith(user.token)).toBe(401);
    expect(await statusWith(admin.token)).toBe(200);
  });

  it('INVALID_TOKEN: stops working when a newer one is created', async () => {
    const user = await createUser(server, admin.accountId);
    const first = await resetLink(user.email);
    const second = await resetLink(user.email);
    expect(await setPassword(first)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
    expect((await setPassword(second)).status).toBe(204);
  });

  it('EXPIRED_TOKEN: is valid for an hour', async () => {
    const user = await createUser(server, admin.accountId);
    const link = await resetLink(user.email);
    const [row] = await server.database.sql
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, user.id));
    const life = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(life / 60_000)).toBe(60);

    await server.database.sql
      .update(passwordLinks)
      .set({ expiresAt: new Date() })
      .where(eq(passwordLinks.userId, user.id));
    expect(await setPassword(link)).toMatchObject({
      status: 400,
      body: { error_code: 'EXPIRED_TOKEN' },
    });
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
  });

  it.each(['unknown', 'ç', '%00'])('INVALID_TOKEN: %j does not exist', async (link) => {
    expect(await setPassword(link)).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_TOKEN' },
    });
  });

  it('INVALID_TOKEN: of 20 concurrent uses exactly one succeeds', async () => {
    const user = await createUser(server, admin.accountId);
    const link = await resetLink(user.email);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => setPassword(link, `abcde${index}`)),
    );
    const winner = answers.findIndex((answer) => answer.status === 204);
    const others = answers.filter((_, index) => index !== winner);
    expect(others.map((answer) => answer.body)).toEqual(
      Array(19).fill(expect.objectContaining({ error_code: 'INVALID_TOKEN' })),
    );
    expect(await canLogIn(user.email, `abcde${winner}`)).toBe(true);
  });

  it.each([
    ['MANDATORY_PASSWORD', '', 'abc123'],
    ['MANDATORY_PASSWORD_CONFIRMATION', 'abc123', ''],
    ['INVALID_PASSWORD', 'abc1', 'abc1'],
    ['PASSWORDS_DONT_MATCH', 'abc123', 'abc124'],
  ])('%s: refuses %j confirmed by %j, and can still be used', async (code, value, confirmation) => {
    const { link } = await invite();
    expect(await setPassword(link, value, confirmation)).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect((await setPassword(link)).status).toBe(204);
  });
});

describe('SPEC-11 CDW-57: checking whether a link still works', () => {
  it('does not use up the link, and returns no data', async () => {
    const { link } = await invite();
    for (let times = 0; times < 2; times += 1) {
      expect(await checkLink(link)).toMatchObject({ status: 204, body: undefined });
    }
    expect((await setPassword(link)).status).toBe(204);
    for (const dead of [link, 'unknown', '%00']) {
      expect(await checkLink(dead)).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_TOKEN' },
      });
    }
  });

  it('reports an old link as expired', async () => {
    const { id, link } = await invite();
    await server.database.sql
      .update(passwordLinks)
      .set({ expiresAt: new Date() })
      .where(eq(passwordLinks.userId, id));
    expect(await checkLink(link)).toMatchObject({ body: { error_code: 'EXPIRED_TOKEN' } });
  });

  it('RATE_LIMITED: is allowed thirty times a minute from one address', async () => {
    const from = nextAddress();
    for (let times = 0; times < 30; times += 1) {
      expect((await checkLink('unknown', from)).status).toBe(400);
    }
    expect(await checkLink('unknown', from)).toMatchObject({
      status: 429,
      body: { error_code: 'RATE_LIMITED' },
    });
  });
});

describe('an invitation', () => {
  it('activates its user, which is recorded in the audit log; it is valid for a day', async () => {
    const { id, email, link } = await invite();
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(false);
    const [row] = await server.database.sql
      .select()
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, id));
    const life = (row?.expiresAt.getTime() ?? 0) - (row?.createdAt.getTime() ?? 0);
    expect(Math.round(life / 3_600_000)).toBe(24);

    expect((await setPassword(link)).status).toBe(204);
    expect(await canLogIn(email, NEW_PASSWORD)).toBe(true);
    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entityId, id))
      .orderBy(auditEntries.sequence);
    expect(entries).toMatchObject([
      { action: 'CREATED', actor: { id: admin.id } },
      {
        action: 'EDITED',
        actor: { id, email },
        before: { active: false },
        after: { active: true },
      },
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/argon2|password(?!SetByLink)/i);
  });

  it('is sent again, valid for a day, when an invited user without a password asks for a reset', async () => {
    const { id, email, link } = await invite();
    const again = await resetLink(email);
    expect(await setPassword(link)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    const [row] = await server.database.sql
      .select({ expiresAt: passwordLinks.expiresAt })
      .from(passwordLinks)
      .where(eq(passwordLinks.userId, id))
      .orderBy(passwordLinks.createdAt)
      .offset(1);
    expect(row?.expiresAt.getTime()).toBeGreaterThan(Date.now() + 23 * 3_600_000);
    expect((await setPassword(again)).status).toBe(204);
  });
});

describe('forgetting a password', () => {
  it.each([
    ['EMPTY_EMAIL', 400, '  '],
    ['INVALID_EMAIL', 400, 'ana@'],
    ['UNKNOWN_USER', 404, 'nobody@example.com'],
  ])('%s: returns %i for %j', async (code, status, email) => {
    expect(await reset(email)).toMatchObject({ status, body: { error_code: code } });
  });

  it('UNKNOWN_USER: a deactivated user gets no link, and an older link does not reactivate them', async () => {
    const user = await createUser(server, admin.accountId);
    const link = await resetLink(user.email);
    await server.call('PUT', `/api/users/${user.id}`, {
      token: admin.token,
      body: { name: 'Ana', active: false },
    });
    expect(await reset(user.email)).toMatchObject({
      status: 404,
      body: { error_code: 'UNKNOWN_USER' },
    });
    expect(await setPassword(link)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    const [row] = await server.database.sql.select().from(users).where(eq(users.id, user.id));
    expect(row).toMatchObject({ active: false, deactivated: true });
  });

  it('RATE_LIMITED: five a minute from one address, for whatever e-mails', async () => {
    const from = '198.51.100.1';
    for (let index = 0; index < 5; index += 1) {
      expect((await reset(`${index}@example.com`, from)).status).toBe(404);
    }
    const refused = await reset(admin.email, from);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
  });
});

describe('an easily guessed password', () => {
  it.each(['password1', 'PASSWORD1', 'aaaaa1', 'qwerty123', 'admin123', 'senha123'])(
    'INVALID_PASSWORD, SEC-16: %j is refused, and the link stays valid',
    async (value) => {
      const { link } = await invite();
      expect(await setPassword(link, value)).toMatchObject({
        status: 400,
        body: { error_code: 'INVALID_PASSWORD', meta_data: { at: ['value'] } },
      });
      expect((await setPassword(link)).status).toBe(204);
    },
  );

  it("INVALID_PASSWORD, SEC-16: the name in the user's own e-mail is refused, when set and when changed", async () => {
    const name = `joana.prado${Date.now()}`;
    const email = `${name}@example.com`;
    await server.call('POST', '/api/users', { token: admin.token, body: { name: 'Joana', email } });
    const link = await mailbox.linkTo(email);
    for (const value of [name, 'JoanaPrado1', 'joana-prado-2026']) {
      expect(await setPassword(link, value)).toMatchObject({
        body: { error_code: 'INVALID_PASSWORD' },
      });
    }
    expect((await setPassword(link)).status).toBe(204);
    const { body: session } = await logIn(server, { email, password: NEW_PASSWORD });
    const change = { currentPassword: NEW_PASSWORD, newPassword: name, confirmation: name };
    expect(await changePassword(session.access_token, change)).toMatchObject({
      body: { error_code: 'INVALID_PASSWORD', meta_data: { at: ['newPassword'] } },
    });
  });
});

it('SEC-16: a mail reports a changed password, but not a first one', async () => {
  const { email, link } = await invite();
  await setPassword(link);
  const again = await resetLink(email);
  await setPassword(again, 'uvw456');
  expect((await mailbox.mailTo(email)).subject).toBe('Your Comporta password was changed');
  const { body: session } = await logIn(server, { email, password: 'uvw456' });
  await changePassword(session.access_token, {
    currentPassword: 'uvw456',
    newPassword: NEW_PASSWORD,
    confirmation: NEW_PASSWORD,
  });
  const mail = await mailbox.mailTo(email);
  expect(mail.subject).toBe('Your Comporta password was changed');
  expect(mail.text).toContain('https://toggles.example.com/forgot-password');
});

describe('repeated requests for links', () => {
  it('SEC-08: only three in 15 minutes for one e-mail send a mail; the last link stays valid', async () => {
    const user = await createUser(server, admin.accountId);
    const links = [];
    for (let index = 0; index < 3; index += 1) links.push(await resetLink(user.email));
    for (let index = 0; index < 5; index += 1) {
      expect((await reset(user.email)).status).toBe(204);
    }
    expect(await server.database.sql.$count(mails, eq(mails.userId, user.id))).toBe(0);
    const [first = '', , last = ''] = links;
    expect(await setPassword(first)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
    expect((await setPassword(last)).status).toBe(204);
  });

  it('RATE_LIMITED, SEC-08: all addresses of one IPv6 network count as one', async () => {
    const addressed = (index: number) => reset(`${index}@example.com`, `2001:db8:1:2::${index}`);
    for (let index = 1; index <= 5; index += 1) expect((await addressed(index)).status).toBe(404);
    expect((await addressed(6)).status).toBe(429);
    expect((await reset('7@example.com', '2001:db8:1:3::1')).status).toBe(404);
  });

  it('SEC-09: no link is stored in the database, before or after its mail is sent', async () => {
    const user = await createUser(server, admin.accountId);
    mailbox.refuse(Number.POSITIVE_INFINITY);
    expect((await reset(user.email)).status).toBe(204);
    const isPostponed = async () => {
      const [row] = await rowsOf(user.id);
      return (
        row !== undefined && row.attempts > 0 && (row.dueAt ?? 0) < new Date(Date.now() + 60_000)
      );
    };
    await expect.poll(isPostponed).toBe(true);
    expect(JSON.stringify(await rowsOf(user.id))).not.toMatch(/password\/|https?:/);
    mailbox.refuse(0);
    let link = '';
    const linked = mailbox.linkTo(user.email).then((sent) => {
      link = sent;
    });
    // Repeatedly, because an attempt that was refused in the meantime postpones the mail again.
    await expect
      .poll(async () => {
        await server.database.sql.update(mails).set({ dueAt: new Date() });
        return link;
      })
      .not.toBe('');
    await linked;
    const dump = await dumpOf(server.database.sql);
    expect(dump).toContain(user.email);
    expect(dump).not.toContain(link);
    expect((await setPassword(link)).status).toBe(204);
  });
});

function rowsOf(userId: string) {
  return server.database.sql.select().from(mails).where(eq(mails.userId, userId));
}

describe('changing a password', () => {
  const valid = {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
    confirmation: NEW_PASSWORD,
  };

  it('keeps the current session and ends all others and all links', async () => {
    const user = await createUser(server, admin.accountId);
    const other = await logIn(server, { email: user.email, password: PASSWORD });
    const link = await resetLink(user.email);
    expect((await changePassword(user.token, valid)).status).toBe(204);
    expect(await statusWith(user.token)).toBe(200);
    expect(await statusWith(other.body.access_token)).toBe(401);
    expect(await canLogIn(user.email, NEW_PASSWORD)).toBe(true);
    expect(await canLogIn(user.email, PASSWORD)).toBe(false);
    expect(await setPassword(link)).toMatchObject({ body: { error_code: 'INVALID_TOKEN' } });
  });

  it.each([
    ['EMPTY_CURRENT_PASSWORD', { ...valid, currentPassword: '' }],
    ['EMPTY_NEW_PASSWORD', { ...valid, newPassword: '' }],
    ['EMPTY_PASSWORD_CONFIRMATION', { ...valid, confirmation: '' }],
    ['INVALID_PASSWORD', { ...valid, newPassword: 'abcdef', confirmation: 'abcdef' }],
    ['INVALID_PASSWORD', { ...valid, newPassword: 'a1', confirmation: 'a1' }],
    ['PASSWORDS_DONT_MATCH', { ...valid, confirmation: 'xyz780' }],
    ['WRONG_PASSWORD', { ...valid, currentPassword: 'abc124' }],
  ])('%s: changes nothing, and the session stays valid', async (code, body) => {
    const user = await createUser(server, admin.accountId);
    expect(await changePassword(user.token, body)).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect(await statusWith(user.token)).toBe(200);
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
  });

  it('UNAUTHORIZED: changes nothing when a reset ends the session meanwhile', async () => {
    const user = await createUser(server, admin.accountId);
    const { sql } = server.database;
    const { change } = await sql.transaction(async (reset) => {
      await lockUser(reset, user.id);
      const change = changePassword(user.token, valid);
      await expect.poll(() => countLockWaits(sql)).toBe(1);
      await endSessions(reset, user.id);
      return { change };
    });
    expect(await change).toMatchObject({ status: 401, body: { error_code: 'UNAUTHORIZED' } });
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
  });

  it('RATE_LIMITED: thirty tries a minute for one user, so that a stolen session cannot guess the password', async () => {
    const user = await createUser(server, admin.accountId);
    const wrong = { ...valid, currentPassword: 'abc124' };
    const tries = [];
    for (let batch = 0; batch < 3; batch += 1) {
      tries.push(
        ...(await Promise.all(Array.from({ length: 10 }, () => changePassword(user.token, wrong)))),
      );
    }
    expect(tries.map(({ body }) => body)).toEqual(
      Array(30).fill(expect.objectContaining({ error_code: 'WRONG_PASSWORD' })),
    );
    const refused = await changePassword(user.token, valid);
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(1);
    expect(await canLogIn(user.email, PASSWORD)).toBe(true);
    expect((await changePassword(admin.token, wrong)).status).toBe(400);
  });
});
