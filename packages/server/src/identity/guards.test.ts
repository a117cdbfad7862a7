import type { SignInMethod } from '@comporta/contract/identity/sign-in';
import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { accounts, sessions, users } from '../tables/accounts.ts';
import { passkeys, providers, secondFactors, signInPolicies, signIns } from '../tables/identity.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { createProvider, giveFactor, givePolicy } from '../testing/identity/sign-on-builders.ts';
import { logIn } from '../testing/log-in.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let sql: Sql;
beforeAll(async () => {
  server = await startTestServer();
  sql = server.database.sql;
});
afterAll(() => server.close());

interface CameIn {
  readonly method?: SignInMethod;
  readonly strength?: 1 | 2;
  /** Whose row of the log it is. */
  readonly of?: TestUser;
  readonly outcome?: string;
}

const HOUR_MS = 3_600_000;

/** Opens a session with a row of the log, or without, as 0.2.0 does. */
async function open(
  user: TestUser,
  came?: CameIn,
  hours = 8,
): Promise<
  { readonly hours: number; readonly refused?: undefined } | { readonly refused: string }
> {
  const id = newId();
  if (came !== undefined) {
    const { method = 'PASSWORD', strength = 1, of = user, outcome = 'OPENED' } = came;
    await sql.insert(signIns).values({
      id,
      accountId: of.accountId,
      userId: of.id,
      method,
      strength,
      outcome,
      client: '',
      network: '',
    });
  }
  const expiresAt = new Date(Date.now() + hours * HOUR_MS);
  const session = { tokenHash: newId(), userId: user.id, expiresAt };
  try {
    const [opened] = await sql
      .insert(sessions)
      .values(came === undefined ? session : { ...session, signInId: id })
      .returning({ expiresAt: sessions.expiresAt });
    return { hours: Math.round(((opened?.expiresAt.getTime() ?? 0) - Date.now()) / HOUR_MS) };
  } catch (error) {
    return { refused: rejectionOfDatabaseError(error)?.code ?? String(error) };
  }
}

const OPENED = { hours: 8 };
const FACTOR = { refused: 'SECOND_FACTOR_REQUIRED' };
const SIGN_ON = { refused: 'SSO_REQUIRED' };

describe('IDN-05: the guard of sessions', () => {
  it('touches nobody without a factor and without a rule, whichever release opens the session', async () => {
    const ana = await createCompany(server);
    expect(await open(ana)).toEqual(OPENED);
    expect(await open(ana, {})).toEqual(OPENED);
    await givePolicy(server, ana.accountId, {});
    expect(await open(ana)).toEqual(OPENED);
    expect((await logIn(server, { email: ana.email, password: PASSWORD })).status).toBe(200);
  });

  it('asks of who has a factor for a row of their own that says it was used', async () => {
    const ana = await createCompany(server);
    const rui = await createUser(server, ana.accountId);
    await giveFactor(server, ana.id);
    expect(await open(ana)).toEqual(FACTOR);
    expect(await open(ana, {})).toEqual(FACTOR);
    expect(await open(ana, { method: 'APP', strength: 2, of: rui })).toEqual(FACTOR);
    expect(await open(ana, { method: 'APP', strength: 2, outcome: 'WRONG_CODE' })).toEqual(FACTOR);
    expect(await open(ana, { method: 'APP', strength: 2 })).toEqual(OPENED);
    expect(await open(rui)).toEqual(OPENED);
    await sql
      .update(secondFactors)
      .set({ appSince: null, wrongCodes: 3 })
      .where(eq(secondFactors.userId, ana.id));
    expect(await open(ana)).toEqual(OPENED);
    await sql.insert(passkeys).values({
      id: newId(),
      userId: ana.id,
      name: 'Laptop',
      publicKey: Buffer.from('key'),
      counter: 0,
      transports: [],
    });
    expect(await open(ana)).toEqual(FACTOR);
    expect(await open(ana, { method: 'PASSKEY', strength: 2 })).toEqual(OPENED);
  });

  it.each([
    ['ADMINS', true, FACTOR],
    ['ADMINS', false, OPENED],
    ['ALL', false, FACTOR],
    ['OPTIONAL', true, OPENED],
  ] as const)(
    'where factors are asked of %s, an admin (%s) past the day is refused or not',
    async (secondFactor, admin, expected) => {
      const company = await createCompany(server);
      const user = await createUser(server, company.accountId, { admin });
      await givePolicy(server, company.accountId, { secondFactor });
      expect(await open(user)).toEqual(OPENED);
      const due = (interval: string) =>
        sql
          .update(users)
          .set({ factorDueAt: raw`clock_timestamp() + ${interval}::interval` })
          .where(eq(users.id, user.id));
      await due('1 minute');
      expect(await open(user)).toEqual(OPENED);
      await due('-1 second');
      expect(await open(user)).toEqual(expected);
      expect(await open(user, { method: 'SSO', strength: 2 })).toEqual(OPENED);
    },
  );

  it('lets only a sign-on open where it is enforced, and an emergency user with a second factor', async () => {
    const { rui, ana } = await enforcingCompany();
    expect(await open(ana)).toEqual(SIGN_ON);
    expect(await open(ana, { method: 'PASSKEY', strength: 2 })).toEqual(SIGN_ON);
    expect(await open(ana, { method: 'SSO' })).toEqual(OPENED);
    expect(await open(rui)).toEqual(FACTOR);
    expect(await open(rui, { method: 'SSO' })).toEqual(FACTOR);
    expect(await open(rui, { method: 'APP', strength: 2 })).toEqual(OPENED);
    const neighbour = await createCompany(server);
    expect(await open(neighbour)).toEqual(OPENED);
  });

  it('IDN-41: ends sessions by the policy, and never makes one longer', async () => {
    const ana = await createCompany(server);
    await givePolicy(server, ana.accountId, { sessionHours: 2 });
    expect(await open(ana)).toEqual({ hours: 2 });
    expect(await open(ana, {}, 1)).toEqual({ hours: 1 });
    const { body } = await logIn(server, { email: ana.email, password: PASSWORD });
    expect(body.expires_in).toBe(7_200);
  });
});

it('IDN-80: a session holds its method, and the idle minutes of the policy as it is saved', async () => {
  const ana = await createCompany(server);
  const rui = await createUser(server, ana.accountId);
  const neighbour = await createCompany(server);
  const heldBy = async ({ id }: TestUser) =>
    sql
      .select({ method: sessions.method, idleMinutes: sessions.idleMinutes })
      .from(sessions)
      .where(eq(sessions.userId, id));
  await givePolicy(server, ana.accountId, { idleMinutes: 30 });
  expect(await heldBy(rui)).toEqual([{ method: null, idleMinutes: 30 }]);
  await sql.delete(sessions).where(eq(sessions.userId, rui.id));
  await open(rui, { method: 'SSO', strength: 2 });
  expect(await heldBy(rui)).toEqual([{ method: 'SSO', idleMinutes: 30 }]);
  const ofAccount = eq(signInPolicies.accountId, ana.accountId);
  await sql.update(signInPolicies).set({ idleMinutes: null }).where(ofAccount);
  expect(await heldBy(rui)).toEqual([{ method: 'SSO', idleMinutes: null }]);
  expect(await heldBy(neighbour)).toEqual([{ method: null, idleMinutes: null }]);
});

/** Rui is the emergency user; Ana, an admin, too, comes in through the provider. */
async function enforcingCompany() {
  const ana = await createCompany(server);
  const rui = await createUser(server, ana.accountId, { admin: true, name: 'Rui' });
  const providerId = await createProvider(server, ana.accountId);
  await giveFactor(server, rui.id);
  const policy = { passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] } as const;
  await givePolicy(server, ana.accountId, policy);
  return { ana, rui, providerId };
}

describe('IDN-77: 0.2.0 removes sign-ups that nobody has confirmed', () => {
  /** As 0.2.0 does, which asks for a password only. Every ten minutes, and of an e-mail that somebody signs up with. */
  const sweep = () =>
    sql.delete(accounts).where(raw`exists (select from users u where u.account_id = ${accounts.id})
      and not exists (select from users u where u.account_id = ${accounts.id} and u.password_hash is not null)`);

  it('but no company whose people all come in through a provider', async () => {
    const ana = await createCompany(server);
    const abandoned = await createCompany(server);
    await sql.update(users).set({ passwordHash: null }).where(eq(users.accountId, ana.accountId));
    await sql
      .update(users)
      .set({ passwordHash: null, active: false })
      .where(eq(users.accountId, abandoned.accountId));
    await sweep();
    expect(await sql.$count(users, eq(users.id, ana.id))).toBe(1);
    expect(await sql.$count(users, eq(users.id, abandoned.id))).toBe(0);
  });
});

async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    return rejectionOfDatabaseError(error)?.code ?? String(error);
  }
}

describe('IDN-82: the door for an emergency', () => {
  const LOST = 'EMERGENCY_USER_REQUIRED';

  it('is not lost with the last emergency user, their rights, password or factor', async () => {
    const { ana, rui } = await enforcingCompany();
    const change = (values: Partial<typeof users.$inferInsert>, { id }: TestUser = rui) =>
      refusalOf(sql.update(users).set(values).where(eq(users.id, id)));
    expect(await change({ admin: false })).toBe(LOST);
    expect(await change({ active: false })).toBe(LOST);
    expect(await change({ passwordHash: null })).toBe(LOST);
    expect(await refusalOf(sql.delete(users).where(eq(users.id, rui.id)))).toBe(LOST);
    expect(await refusalOf(sql.delete(secondFactors).where(eq(secondFactors.userId, rui.id)))).toBe(
      LOST,
    );
    const ended = { appSince: null, sealedAppSecret: null };
    expect(
      await refusalOf(sql.update(secondFactors).set(ended).where(eq(secondFactors.userId, rui.id))),
    ).toBe(LOST);
    expect(await change({ name: 'Rui Lima', passwordHash: 'another' })).toBeUndefined();
    expect(await change({ admin: false }, ana)).toBeUndefined();
  });

  it('is answered with its code by the calls that would close it', async () => {
    const { ana, rui } = await enforcingCompany();
    const { body } = await server.call<Record<string, unknown>>('GET', `/api/users/${rui.id}`, {
      token: ana.token,
    });
    const lessened = await server.call('PUT', `/api/users/${rui.id}`, {
      token: ana.token,
      body: { ...body, admin: false },
    });
    expect(lessened).toMatchObject({ status: 409, body: { error_code: LOST } });
    expect(await server.call('DELETE', `/api/users/${rui.id}`, { token: ana.token })).toMatchObject(
      { status: 409, body: { error_code: LOST } },
    );
  });

  it('needs a provider, and an emergency user when it begins', async () => {
    const { ana, providerId } = await enforcingCompany();
    const which = eq(providers.id, providerId);
    expect(await refusalOf(sql.delete(providers).where(which))).toBe('SSO_ENFORCED');
    expect(await refusalOf(sql.update(providers).set({ enabled: false }).where(which))).toBe(
      'SSO_ENFORCED',
    );
    await sql
      .update(signInPolicies)
      .set({ passwordLogin: 'EVERYBODY' })
      .where(eq(signInPolicies.accountId, ana.accountId));
    const enforce = { passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [ana.id] } as const;
    expect(
      await refusalOf(
        sql.update(signInPolicies).set(enforce).where(eq(signInPolicies.accountId, ana.accountId)),
      ),
    ).toBe(LOST);
    await sql.delete(providers).where(which);
  });

  it('IDN-75: of two demotions at once, on two nodes, one is refused', async () => {
    const { ana, rui } = await enforcingCompany();
    await giveFactor(server, ana.id);
    await sql
      .update(signInPolicies)
      .set({ emergencyUsers: [rui.id, ana.id] })
      .where(eq(signInPolicies.accountId, ana.accountId));
    const refusals = await Promise.all(
      [ana, rui].map(({ id }) =>
        refusalOf(
          sql.transaction(async (inside) => {
            await inside.update(users).set({ admin: false }).where(eq(users.id, id));
          }),
        ),
      ),
    );
    expect(refusals.sort()).toEqual([LOST, undefined]);
  });

  it('IDN-75: enforcing while the emergency user is demoted: one of both is refused', async () => {
    const { ana, rui } = await enforcingCompany();
    const ofAccount = eq(signInPolicies.accountId, ana.accountId);
    await sql.update(signInPolicies).set({ passwordLogin: 'EVERYBODY' }).where(ofAccount);
    const refusals = await Promise.all([
      refusalOf(
        sql.update(signInPolicies).set({ passwordLogin: 'EMERGENCY_ONLY' }).where(ofAccount),
      ),
      refusalOf(sql.update(users).set({ admin: false }).where(eq(users.id, rui.id))),
    ]);
    expect(refusals.filter((one) => one === LOST)).toHaveLength(1);
  });

  it('IDN-20: holds a shorter end and idle time against a session that opens at this very moment', async () => {
    const ana = await createCompany(server);
    await givePolicy(server, ana.accountId, {});
    const policy = { sessionHours: 1, idleMinutes: 15 };
    const isSaved = Promise.withResolvers<void>();
    const mayEnd = Promise.withResolvers<void>();
    const saving = sql.transaction(async (inside) => {
      await inside
        .update(signInPolicies)
        .set(policy)
        .where(eq(signInPolicies.accountId, ana.accountId));
      isSaved.resolve();
      await mayEnd.promise;
    });
    await isSaved.promise;
    let hasOpened = false;
    const opening = open(ana).finally(() => {
      hasOpened = true;
    });
    await expect.poll(async () => hasOpened || (await countLockWaits(sql)) > 0).toBe(true);
    // Another company does not wait.
    expect(await open(await createCompany(server))).toEqual(OPENED);
    mayEnd.resolve();
    await saving;
    expect(await opening).toEqual({ hours: 1 });
    const idle = { minutes: sessions.idleMinutes };
    const opened = await sql.select(idle).from(sessions).where(eq(sessions.userId, ana.id));
    expect(opened).toEqual([{ minutes: 15 }, { minutes: 15 }]);
  });

  it('does not keep a company from being deleted', async () => {
    const { ana } = await enforcingCompany();
    await sql.delete(accounts).where(eq(accounts.id, ana.accountId));
    expect(await sql.$count(users, eq(users.accountId, ana.accountId))).toBe(0);
  });
});
