import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '../platform/base/secrets.ts';
import { sessions, users } from '../tables/accounts.ts';
import { signIns } from '../tables/identity.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { logIn, sendForm } from '../testing/log-in.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
  admin = await createCompany(server);
});
afterAll(() => server.close());

function sessionsOf(userId: string) {
  return server.database.sql.select().from(sessions).where(eq(sessions.userId, userId));
}

/** The status of a call with the token. */
async function statusWith(token: string): Promise<number> {
  return (await server.call('GET', '/api/accounts/limits', { token })).status;
}

describe('logging in', () => {
  it('returns exactly the fields that the console stores, and a token for the API', async () => {
    const user = await createUser(server, admin.accountId, { name: 'Bia' });
    const { status, body } = await logIn(server, { email: user.email, password: PASSWORD });
    expect(status).toBe(200);
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 28_800,
      language: 'en',
      name: 'Bia',
      company_name: 'Acme',
      is_admin: false,
      plan: 'ON_PREMISE',
      user_name: user.email,
    });
    expect(await statusWith(body.access_token)).toBe(200);
  });

  it('IDN-05: has a row of the log of sign-ins that says how, how strong, from which client and network', async () => {
    const user = await createUser(server, admin.accountId);
    const { body } = await logIn(server, {
      email: user.email,
      password: PASSWORD,
      from: '2001:db8::7',
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
    });
    const [opened] = await server.database.sql
      .select()
      .from(sessions)
      .innerJoin(signIns, eq(signIns.id, sessions.signInId))
      .where(eq(sessions.tokenHash, hashSecret(body.access_token)));
    expect(opened?.sign_ins).toMatchObject({
      userId: user.id,
      method: 'PASSWORD',
      strength: 1,
      outcome: 'OPENED',
      client: 'Chrome, Linux',
      network: '2001:db8:0:0::/64',
    });
  });

  it('ignores blanks and case of the e-mail; the token is stored only as a hash', async () => {
    const user = await createUser(server, admin.accountId);
    const { body } = await logIn(server, {
      email: ` ${user.email.toUpperCase()} `,
      password: PASSWORD,
    });
    const hashes = (await sessionsOf(user.id)).map((session) => session.tokenHash);
    expect(hashes).toContain(hashSecret(body.access_token));
    expect(hashes).not.toContain(body.access_token);
  });

  it.each([
    ['a wrong password', (user: TestUser) => ({ email: user.email, password: 'abc124' })],
    ['no password', (user: TestUser) => ({ email: user.email, password: '' })],
    ['an unknown e-mail', () => ({ email: 'nobody@example.com', password: PASSWORD })],
    ['text that is not an e-mail address', () => ({ email: 'ana', password: PASSWORD })],
  ])('WRONG_CREDENTIALS: %s opens no session', async (_what, credentials) => {
    const user = await createUser(server, admin.accountId);
    expect(await logIn(server, credentials(user))).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant', error_code: 'WRONG_CREDENTIALS' },
    });
    expect(await sessionsOf(user.id)).toHaveLength(1);
  });

  it.each([
    ['was switched off', { active: false, deactivated: true }],
    ['was invited and set no password', { active: false, passwordHash: null }],
  ])('WRONG_CREDENTIALS: a user who %s cannot log in', async (_what, state) => {
    const user = await createUser(server, admin.accountId);
    await server.database.sql.update(users).set(state).where(eq(users.id, user.id));
    expect(await logIn(server, { email: user.email, password: PASSWORD })).toMatchObject({
      status: 400,
      body: { error_code: 'WRONG_CREDENTIALS' },
    });
    expect(await statusWith(user.token)).toBe(401);
  });

  it('UNSUPPORTED_GRANT_TYPE: only the grant type `password` is accepted', async () => {
    const form = { grant_type: 'client_credentials' };
    expect(await sendForm(server, '/oauth/token', { form })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type', error_code: 'UNSUPPORTED_GRANT_TYPE' },
    });
  });

  it.each(['console:other', 'other:console', '', ':'])(
    'UNAUTHORIZED: the client %j is not the console',
    async (client) => {
      const form = { grant_type: 'password', username: admin.email, password: PASSWORD };
      expect(await sendForm(server, '/oauth/token', { form, client })).toMatchObject({
        status: 401,
        body: { error_code: 'UNAUTHORIZED' },
      });
    },
  );

  it('UNSUPPORTED_MEDIA_TYPE: OAuth accepts only forms, other endpoints accept none', async () => {
    const form = { name: 'Bia' };
    const elsewhere = await sendForm(server, '/api/users/reset-password', { form });
    expect(elsewhere).toMatchObject({
      status: 415,
      body: { error_code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
    const json = await server.call('POST', '/oauth/token', {
      headers: { authorization: `Basic ${btoa('console:console')}` },
      body: { grant_type: 'password', username: admin.email, password: PASSWORD },
    });
    expect(json.status).toBe(415);
  });

  it('INVALID_BODY: text that cannot be stored is refused before any query', async () => {
    const form = { grant_type: 'password', username: 'a\0@example.com', password: PASSWORD };
    expect(await sendForm(server, '/oauth/token', { form })).toMatchObject({
      status: 400,
      body: { error_code: 'INVALID_BODY' },
    });
  });

  it('RATE_LIMITED: ten tries a minute for one e-mail from one address, right or wrong', async () => {
    const { email } = await createUser(server, admin.accountId);
    const from = '192.0.2.1';
    for (const password of [...Array(9).fill('wrong1'), PASSWORD]) {
      expect((await logIn(server, { email, password, from })).status).not.toBe(429);
    }
    const refused = await logIn<{ meta_data: { retry_after: number } }>(server, {
      email,
      password: PASSWORD,
      from,
    });
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
    expect(refused.headers['retry-after']).toBe(String(refused.body.meta_data.retry_after));
    expect(refused.body.meta_data.retry_after).toBeGreaterThan(50);

    expect((await logIn(server, { email, password: PASSWORD, from: '192.0.2.2' })).status).toBe(
      200,
    );
    const other = await logIn(server, { email: admin.email, password: PASSWORD, from });
    expect(other.status).toBe(200);
  });

  it('SCL-24: each node counts for itself, so that two allow twice as many tries', async () => {
    const { email } = await createUser(server, admin.accountId);
    const settings = { TRUST_PROXY: 'loopback', DATABASE_URL: server.database.url };
    const second = await startTestServer(settings);
    for (const node of [server, second]) {
      const statuses: number[] = [];
      for (let time = 0; time < 11; time += 1) {
        const { status } = await logIn(node, { email, password: 'wrong1', from: '192.0.2.24' });
        statuses.push(status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
    }
    await second.close();
  });

  it('RATE_LIMITED, SEC-08: fifty tries an hour for one e-mail, from all addresses together', async () => {
    const { email } = await createUser(server, admin.accountId);
    const at = (index: number) =>
      logIn(server, { email, password: 'wrong1', from: `203.0.113.${index}` });
    for (let index = 0; index < 50; index += 1) expect((await at(index)).status).toBe(400);
    expect(await at(51)).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
  });

  it('SEC-08: one address cannot fill the queue of password checks', async () => {
    const user = await createUser(server, admin.accountId);
    const flood = Array.from({ length: 60 }, (_, index) =>
      logIn(server, { email: `${index}@example.com`, password: 'wrong1', from: '198.51.100.60' }),
    );
    const honest = logIn(server, { email: user.email, password: PASSWORD, from: '198.51.100.61' });
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect((await honest).status).toBe(200);
    expect(new Set(statuses)).toEqual(new Set([400, 429]));
  });

  it('RATE_LIMITED: a hundred tries a minute from one address', async () => {
    const from = '192.0.2.3';
    for (let batch = 0; batch < 10; batch += 1) {
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) =>
          logIn(server, { email: `${batch}-${index}@example.com`, password: 'wrong1', from }),
        ),
      );
      expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(400));
    }
    const refused = await logIn(server, { email: admin.email, password: PASSWORD, from });
    expect(refused).toMatchObject({ status: 429, body: { error_code: 'RATE_LIMITED' } });
  });
});

describe('a session', () => {
  it('UNAUTHORIZED: ends when it expires', async () => {
    const user = await createUser(server, admin.accountId);
    await server.database.sql
      .update(sessions)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(sessions.userId, user.id));
    expect(await statusWith(user.token)).toBe(401);
  });

  it('ends when it is revoked, without ending others', async () => {
    const user = await createUser(server, admin.accountId);
    const { body } = await logIn(server, { email: user.email, password: PASSWORD });
    const form = { token: body.access_token };
    expect((await sendForm(server, '/oauth/revoke', { form })).status).toBe(200);
    expect(await statusWith(body.access_token)).toBe(401);
    expect(await statusWith(user.token)).toBe(200);
    expect((await sendForm(server, '/oauth/revoke', { form })).status).toBe(200);
  });

  it('UNAUTHORIZED: only the console can revoke it', async () => {
    const form = { token: admin.token };
    expect((await sendForm(server, '/oauth/revoke', { form, client: 'a:b' })).status).toBe(401);
    expect(await statusWith(admin.token)).toBe(200);
  });
});

describe("a user's language", () => {
  it('is returned by the next login', async () => {
    const user = await createUser(server, admin.accountId);
    const saved = await server.call('POST', '/api/users/me/lang/pt', { token: user.token });
    expect(saved.status).toBe(204);
    const { body } = await logIn(server, { email: user.email, password: PASSWORD });
    expect(body.language).toBe('pt');
  });

  it('INVALID_LANGUAGE: is English or Portuguese', async () => {
    const refused = await server.call('POST', '/api/users/me/lang/es', { token: admin.token });
    expect(refused).toMatchObject({ status: 400, body: { error_code: 'INVALID_LANGUAGE' } });
  });
});

describe('SEC-16: one’s own sessions', () => {
  interface OwnSession {
    readonly id: string;
    readonly current: boolean;
  }
  const list = async (token: string) =>
    (await server.call<OwnSession[]>('GET', '/api/users/me/sessions', { token })).body;

  it('are listed without tokens and hashes, and can be ended singly or all but the current one', async () => {
    const user = await createUser(server, admin.accountId);
    const tokens = [];
    for (let index = 0; index < 3; index += 1) {
      const { body } = await logIn(server, { email: user.email, password: PASSWORD });
      tokens.push(body.access_token);
    }
    const [first = '', second = '', third = ''] = tokens;
    const listed = await list(first);
    expect(listed).toHaveLength(4);
    expect(listed.filter(({ current }) => current)).toHaveLength(1);
    const text = JSON.stringify(listed);
    for (const token of tokens) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(hashSecret(token));
    }

    const [ofSecond] = (await list(second)).filter(({ current }) => current);
    const path = `/api/users/me/sessions/${ofSecond?.id}`;
    expect((await server.call('DELETE', path, { token: first })).status).toBe(204);
    expect(await statusWith(second)).toBe(401);
    expect((await server.call('DELETE', path, { token: first })).status).toBe(404);

    const all = '/api/users/me/sessions';
    expect((await server.call('DELETE', all, { token: first })).status).toBe(204);
    expect(await statusWith(third)).toBe(401);
    expect(await list(first)).toMatchObject([{ current: true }]);
  });

  it('cannot be ended by another user', async () => {
    const user = await createUser(server, admin.accountId);
    const [own] = await list(user.token);
    const path = `/api/users/me/sessions/${own?.id}`;
    expect((await server.call('DELETE', path, { token: admin.token })).status).toBe(404);
    expect(await statusWith(user.token)).toBe(200);
  });
});
