import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../platform/base/ids.ts';
import { hashSecret } from '../../platform/base/secrets.ts';
import { findActor } from '../../platform/callers/actor.ts';
import { requireConfirmed } from '../../platform/callers/confirmation/require-confirmed.ts';
import { sessions, users } from '../../tables/accounts.ts';
import { signIns } from '../../tables/identity.ts';
import { createCompany, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { endpointsOfContract } from '../../testing/contract-endpoints.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const MINUTES = 60_000;

let server: TestServer;
let ana: TestUser;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ana = await createCompany(server);
});

function confirm(body: object, token = ana.token) {
  return server.call<{ error_code: string }>('POST', '/api/users/me/confirmation', { token, body });
}

/** What a call that asks for a confirmation is refused with. */
async function refusalOf({ token }: Pick<TestUser, 'token'>) {
  const { sql } = server.database;
  const actor = await findActor(sql, token);
  if (actor === undefined) throw new Error('The session has ended.');
  return requireConfirmed(sql, actor).catch(({ code, meta }) => ({ code, ...meta }));
}

async function setSession(values: Partial<typeof sessions.$inferInsert>) {
  const which = eq(sessions.tokenHash, hashSecret(ana.token));
  await server.database.sql.update(sessions).set(values).where(which);
}

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTES);

async function cameInBy(method: 'SSO' | 'PASSKEY') {
  const id = newId();
  const { accountId, id: userId } = ana;
  const row = { id, accountId, userId, method, strength: 2, outcome: 'OPENED' } as const;
  await server.database.sql.insert(signIns).values({ ...row, client: '', network: '' });
  await setSession({ signInId: id, method });
}

function newKey(body: object) {
  return server.call<{ error_code?: string; meta_data?: object }>(
    'POST',
    '/api/accounts/keys/new',
    {
      token: ana.token,
      body,
    },
  );
}

describe('IDN-37: a call that asks for a confirmation', () => {
  it('is accepted within five minutes of a sign-in by password or passkey, and of a confirmation', async () => {
    expect(await refusalOf(ana)).toBeUndefined();
    await cameInBy('PASSKEY');
    expect(await refusalOf(ana)).toBeUndefined();
    await setSession({ createdAt: minutesAgo(6) });
    expect(await refusalOf(ana)).toEqual({ code: 'CONFIRMATION_REQUIRED', methods: ['PASSWORD'] });
    expect((await confirm({ password: PASSWORD })).status).toBe(204);
    expect(await refusalOf(ana)).toBeUndefined();
    await setSession({ confirmedAt: minutesAgo(6) });
    expect(await refusalOf(ana)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });

  it('a sign-on counts for nothing by itself', async () => {
    await cameInBy('SSO');
    expect(await refusalOf(ana)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });

  it.each([
    ['a wrong password', { password: 'wrong1' }],
    ['nothing', {}],
    ['a code, by who has no app', { code: '123456' }],
  ])('%s confirms nothing', async (_, body) => {
    await setSession({ createdAt: minutesAgo(6) });
    const { status, body: answer } = await confirm(body);
    expect([status, answer.error_code]).toEqual([400, 'WRONG_CONFIRMATION']);
    expect(await refusalOf(ana)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });

  it('holds for the session that confirmed it, and for no other one of the user', async () => {
    await setSession({ createdAt: minutesAgo(6) });
    const other = `other-${newId()}`;
    await server.database.sql.insert(sessions).values({
      tokenHash: hashSecret(other),
      userId: ana.id,
      expiresAt: new Date(Date.now() + 60 * MINUTES),
      createdAt: minutesAgo(6),
    });
    await confirm({ password: PASSWORD }, other);
    expect(await refusalOf({ token: other })).toBeUndefined();
    expect(await refusalOf(ana)).toMatchObject({ code: 'CONFIRMATION_REQUIRED' });
  });

  it('is none that a program may make', async () => {
    const confirmed = (await endpointsOfContract()).filter((endpoint) => endpoint.confirmed);
    expect(confirmed.filter(({ programs }) => programs !== 'refused')).toEqual([]);
  });
});

describe('IDN-03: a call that takes a password', () => {
  it('is accepted without one where the session was confirmed, and not only opened', async () => {
    const refused = await newKey({});
    expect([refused.status, refused.body.error_code]).toEqual([400, 'MANDATORY_PASSWORD']);
    await confirm({ password: PASSWORD });
    expect((await newKey({})).status).toBe(201);
    expect((await newKey({ password: 'wrong1' })).body.error_code).toBe('WRONG_PASSWORD');
  });

  it('asks who has no password for the confirmation', async () => {
    const { sql } = server.database;
    await sql.update(users).set({ passwordHash: null }).where(eq(users.id, ana.id));
    expect((await newKey({})).body).toMatchObject({
      error_code: 'CONFIRMATION_REQUIRED',
      meta_data: { methods: [] },
    });
  });
});
