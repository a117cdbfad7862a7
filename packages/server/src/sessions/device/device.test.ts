import { DEVICE_GRANT } from '@comporta/contract/identity/device-api';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sessions, users } from '../../tables/accounts.ts';
import { challenges } from '../../tables/identity.ts';
import { createCompany, type TestUser } from '../../testing/builders.ts';
import { sendForm } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

interface Begun {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly interval: number;
}

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ TRUST_PROXY: 'loopback' });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  await server.database.sql.delete(challenges);
});

const PROGRAM = { program: 'comporta', host: 'build-7' };

async function begin(form: Record<string, string> = PROGRAM): Promise<Begun> {
  const { status, body } = await sendForm(server, '/oauth/device', { form });
  expect(status).toBe(200);
  return body as never; // Checked by the schema of the endpoint.
}

const poll = ({ device_code }: Begun) =>
  sendForm(server, '/oauth/token', { form: { grant_type: DEVICE_GRANT, device_code } });

const look = (code: string, { token } = admin) =>
  server.call('GET', `/api/device/${code}`, { token });

const answer = (code: string, allow = true, { token } = admin) =>
  server.call('POST', `/api/device/${code}`, { token, body: { allow } });

/** As if the program had waited. */
const wait = () =>
  server.database.sql.update(challenges).set({ data: raw`${challenges.data} - 'polledAt'` });

describe('IDN-55: connecting a program without a browser', () => {
  it('shows what asks, and gives the program a personal token once its code was typed and allowed', async () => {
    const begun = await begin();
    expect(begun.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect(begun).toMatchObject({ interval: 5, expires_in: 600 });
    expect(begun.verification_uri).toMatch(/\/device$/);
    expect(begun).not.toHaveProperty('verification_uri_complete');
    expect(await poll(begun)).toMatchObject({
      status: 400,
      body: { error: 'authorization_pending' },
    });
    expect((await poll(begun)).body).toMatchObject({ error: 'slow_down' });
    await wait();
    expect((await look(begun.user_code.toLowerCase())).body).toMatchObject({
      ...PROGRAM,
      scopes: ['read', 'write', 'settings'],
    });
    expect((await answer(begun.user_code)).status).toBe(204);
    const { status, body } = await poll(begun);
    expect(status).toBe(200);
    const { access_token: token } = body as { access_token: string };
    expect(token).toMatch(/^cpt_pat_/);
    expect((await server.call('GET', '/api/apps', { token })).status).toBe(200);
    const own = await server.call('GET', '/api/users/me/tokens', { token: admin.token });
    expect(own.body).toMatchObject([{ name: 'CLI on build-7' }]);
    expect((await poll(begun)).body).toMatchObject({ error: 'expired_token' });
    await sendForm(server, '/oauth/revoke', { form: { token } });
    expect((await server.call('GET', '/api/apps', { token })).status).toBe(401);
  });

  it('of two polls at once one gets the token', async () => {
    const begun = await begin();
    await answer(begun.user_code);
    const answers = await Promise.all([poll(begun), poll(begun), poll(begun)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('is refused: by its user, too late, for who is not active any more, or answered twice', async () => {
    const refused = await begin();
    expect((await answer(refused.user_code, false)).status).toBe(204);
    expect((await poll(refused)).body).toMatchObject({ error: 'access_denied' });
    const late = await begin();
    await server.database.sql
      .update(challenges)
      .set({ expiresAt: raw`clock_timestamp() - interval '1 second'` });
    expect((await answer(late.user_code)).body).toMatchObject({
      error_code: 'UNKNOWN_DEVICE_CODE',
    });
    expect((await poll(late)).body).toMatchObject({ error: 'expired_token' });
    const twice = await begin();
    await answer(twice.user_code);
    const other = await createCompany(server);
    expect((await answer(twice.user_code, true, other)).status).toBe(400);
    await server.database.sql.update(users).set({ active: false }).where(eq(users.id, admin.id));
    expect((await poll(twice)).body).toMatchObject({ error: 'access_denied' });
  });

  it('CONFIRMATION_REQUIRED: is allowed only by who has just confirmed', async () => {
    const { user_code: code } = await begin();
    await server.database.sql
      .update(sessions)
      .set({ createdAt: raw`now() - interval '1 hour'` })
      .where(eq(sessions.userId, admin.id));
    expect((await answer(code)).body).toMatchObject({ error_code: 'CONFIRMATION_REQUIRED' });
  });

  it('RATE_LIMITED: ten wrong codes an hour, then a right one tells nothing', async () => {
    const { user_code: code } = await begin();
    for (let tried = 0; tried < 10; tried += 1) {
      expect((await look('BCDF-GHJK')).body).toMatchObject({ error_code: 'UNKNOWN_DEVICE_CODE' });
    }
    expect((await look(code)).body).toMatchObject({ error_code: 'RATE_LIMITED' });
    expect((await answer(code)).body).toMatchObject({ error_code: 'RATE_LIMITED' });
  });

  it.each([
    ['INVALID_NAME', { program: 'comporta', host: 'a\u202eb' }],
    ['INVALID_NAME', { program: 'comporta', host: 'x'.repeat(41) }],
    ['INVALID_NAME', { program: '', host: 'h' }],
    ['INVALID_SCOPE', { ...PROGRAM, scope: 'read everything' }],
  ])('%s: does not begin with %j', async (code, form) => {
    expect(
      (await sendForm(server, '/oauth/device', { form, from: '198.51.100.9' })).body,
    ).toMatchObject({
      error_code: code,
    });
  });
});
