import { randomBytes } from 'node:crypto';
import type { NewPasskeyOptions, PasskeyOptions } from '@comporta/contract/identity/passkey';
import type { ServiceFacts } from '@comporta/contract/service/service-facts';
import type { SignInPage } from '@comporta/contract/sessions/sign-in-log';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { encryptionKeysOf } from '../../identity/encryption-keys.ts';
import { complaintOfPasskeys } from '../../identity/passkeys/passkey-repository.ts';
import { isPasskeyOrigin } from '../../identity/passkeys/passkeys.ts';
import { createSealing } from '../../identity/sealing.ts';
import { hashSecret, newSecret } from '../../platform/base/secrets.ts';
import { sessions, users } from '../../tables/accounts.ts';
import { auditEntries } from '../../tables/audit-entries.ts';
import { passkeys, signIns } from '../../tables/identity.ts';
import { mails } from '../../tables/queues.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../../testing/builders.ts';
import { givePolicy } from '../../testing/identity/sign-on-builders.ts';
import { SoftwareAuthenticator } from '../../testing/identity/software-authenticator.ts';
import { logIn, sendForm } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ORIGIN = 'https://toggles.example.com';
const AT_HOME = { origin: ORIGIN };
const ENCRYPTION_KEY = randomBytes(32).toString('base64url');

let server: TestServer;
let ana: TestUser;
let key: SoftwareAuthenticator;
const warnings: string[] = [];
const note = ({ name, message }: Error) => warnings.push(`${name}: ${message}`);

beforeAll(async () => {
  process.on('warning', note);
  server = await startTestServer({ PUBLIC_URL: ORIGIN, ENCRYPTION_KEY, TRUST_PROXY: 'loopback' });
});
afterAll(async () => {
  process.off('warning', note);
  await server.close();
});
beforeEach(async () => {
  ana = await createCompany(server);
  key = new SoftwareAuthenticator();
});

interface Refused {
  readonly error_code: string;
}

async function newOptions(user = ana): Promise<NewPasskeyOptions> {
  const path = '/api/users/me/passkeys/options';
  const { status, body } = await server.call<NewPasskeyOptions>('POST', path, {
    token: user.token,
  });
  expect(status).toBe(200);
  return body;
}

function add(passkey: string, { token } = ana) {
  return server.call<{ id: string } & Refused>('POST', '/api/users/me/passkeys', {
    token,
    body: { passkey },
  });
}

/** Ana makes a passkey with `key`. */
async function register(): Promise<void> {
  expect((await add(key.make(await newOptions(), AT_HOME))).status).toBe(201);
}

async function options(): Promise<PasskeyOptions> {
  return (await sendForm<PasskeyOptions>(server, '/oauth/passkey-options', { form: {} })).body;
}

function enter(passkey: string) {
  const form = { grant_type: 'urn:comporta:passkey', passkey };
  return sendForm<{ access_token: string; user_name: string } & Refused>(server, '/oauth/token', {
    form,
  });
}

const WRONG = { status: 400, body: { error_code: 'WRONG_PASSKEY' } };

describe('IDN-33: a passkey', () => {
  it('is asked for with two algorithms, user verification, a resident key, and no attestation', async () => {
    expect(await newOptions()).toMatchObject({
      rp: { id: 'toggles.example.com' },
      user: { name: ana.email },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -257 },
      ],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
    });
    expect(await options()).toMatchObject({
      rpId: 'toggles.example.com',
      userVerification: 'required',
    });
  });

  it('opens a session by itself, of strength 2; the first factor ends the other sessions', async () => {
    const { body: other } = await logIn(server, { email: ana.email, password: PASSWORD });
    await register();
    const list = (token: string) =>
      server.call<object[]>('GET', '/api/users/me/passkeys', { token });
    expect((await list(other.access_token)).status).toBe(401);
    const { status, body } = await enter(key.use(await options(), AT_HOME));
    expect(status).toBe(200);
    expect(body.user_name).toBe(ana.email);
    expect((await list(body.access_token)).body).toEqual([
      {
        id: key.id,
        name: 'lightMyRequest',
        createdAt: expect.any(String),
        lastUsedAt: expect.any(String),
      },
    ]);
    const [opened] = await server.database.sql
      .select({ method: signIns.method, strength: signIns.strength })
      .from(sessions)
      .innerJoin(signIns, eq(signIns.id, sessions.signInId))
      .where(eq(sessions.tokenHash, hashSecret(body.access_token)));
    expect(opened).toEqual({ method: 'PASSKEY', strength: 2 });
    expect(await mailsTo(ana)).toEqual(['PASSKEY_ADDED']);
  });

  it('answers the second step after a password, and a confirmation', async () => {
    await register();
    const asked = await logIn<Refused & { meta_data: { challenge: string; methods: string[] } }>(
      server,
      { email: ana.email, password: PASSWORD },
    );
    expect(asked.body).toMatchObject({
      error_code: 'SECOND_FACTOR_REQUIRED',
      meta_data: { methods: ['PASSKEY'] },
    });
    const { challenge } = asked.body.meta_data;
    const step = (passkey: string) =>
      sendForm(server, '/oauth/token', {
        form: { grant_type: 'urn:comporta:second-step', challenge, passkey },
      });
    const ofOthers = new SoftwareAuthenticator();
    const rui = await createUser(server, ana.accountId);
    expect((await add(ofOthers.make(await newOptions(rui), AT_HOME), rui)).status).toBe(201);
    expect(await step(ofOthers.use(await options(), AT_HOME))).toMatchObject(WRONG);
    expect((await step(key.use(await options(), AT_HOME))).status).toBe(200);

    const confirm = async (passkey: string) =>
      server.call<Refused>('POST', '/api/users/me/confirmation', {
        token: ana.token,
        body: { passkey },
      });
    expect((await confirm(ofOthers.use(await options(), AT_HOME))).body.error_code).toBe(
      'WRONG_CONFIRMATION',
    );
    expect((await confirm(key.use(await options(), AT_HOME))).status).toBe(204);
  });

  it('is not believed from another page, unverified, twice, too late, or of another key', async () => {
    await register();
    const once = key.use(await options(), AT_HOME);
    expect((await enter(once)).status).toBe(200);
    expect(await enter(once)).toMatchObject(WRONG);
    expect(
      await enter(key.use(await options(), { origin: 'https://toggles.example.org' })),
    ).toMatchObject(WRONG);
    expect(
      await enter(key.use({ ...(await options()), rpId: 'example.com' }, AT_HOME)),
    ).toMatchObject(WRONG);
    expect(await enter(key.use(await options(), { ...AT_HOME, isVerified: false }))).toMatchObject(
      WRONG,
    );
    expect(
      await enter(key.use({ ...(await options()), challenge: 'AAAA' }, AT_HOME)),
    ).toMatchObject(WRONG);
    // The challenge to make a key opens nothing.
    const { challenge } = await newOptions();
    expect(await enter(key.use({ ...(await options()), challenge }, AT_HOME))).toMatchObject(WRONG);
    const other = JSON.parse(new SoftwareAuthenticator().use(await options(), AT_HOME));
    expect(await enter(JSON.stringify({ ...other, id: key.id, rawId: key.id }))).toMatchObject(
      WRONG,
    );
    expect(await enter('{}')).toMatchObject(WRONG);
    expect(await enter('')).toMatchObject(WRONG);

    const sealing = createSealing(
      encryptionKeysOf({
        encryptionKeys: [ENCRYPTION_KEY],
        databaseUrl: 'postgres:///x',
        dataDir: '',
      }),
    );
    const ending = async (seconds: number) => {
      const text = JSON.stringify({ endsAt: Date.now() + seconds * 1000, random: newSecret() });
      const sealed = await sealing.seal('passkey challenge', '', text);
      return Buffer.from(sealed ?? '').toString('base64url');
    };
    const use = async (seconds: number) =>
      enter(key.use({ ...(await options()), challenge: await ending(seconds) }, AT_HOME));
    expect(await use(-1)).toMatchObject(WRONG);
    expect((await use(60)).status).toBe(200);
  });

  it("lives by the clock of the database, whatever a node's says", async () => {
    await register();
    const asked = await options();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await enter(key.use(asked, AT_HOME))).status).toBe(200);
    vi.setSystemTime(Date.now() - 20 * 60_000);
    expect((await enter(key.use(await options(), AT_HOME))).status).toBe(200);
  });

  it('has a name that its owner changes, at first of the browser', async () => {
    await register();
    const { accountId } = ana;
    const { body } = await enter(key.use(await options(), AT_HOME));
    const rename = (name: string, token = body.access_token) =>
      server.call<{ name: string } & Refused>('PUT', `/api/users/me/passkeys/${key.id}`, {
        token,
        body: { name },
      });
    expect(await rename('  Blue key ')).toMatchObject({ status: 200, body: { name: 'Blue key' } });
    expect((await rename('Blue key')).status).toBe(200);
    const [stored] = await server.database.sql
      .select({ name: passkeys.name })
      .from(passkeys)
      .where(eq(passkeys.id, key.id));
    expect(stored).toEqual({ name: 'Blue key' });
    const entries = await server.database.sql
      .select({ after: auditEntries.after })
      .from(auditEntries)
      .where(eq(auditEntries.accountId, accountId));
    expect(entries.filter(({ after }) => JSON.stringify(after)?.includes('Renamed'))).toHaveLength(
      1,
    );
    for (const [name, code] of [
      [' ', 'EMPTY_NAME'],
      ['x'.repeat(51), 'NAME_TOO_LONG'],
      ['a\u200bb', 'INVALID_CHARACTERS'],
    ] as const) {
      expect(await rename(name)).toMatchObject({ status: 400, body: { error_code: code } });
    }
    const rui = await createUser(server, accountId);
    const stranger = await createCompany(server);
    for (const { token } of [rui, stranger]) expect((await rename('Mine', token)).status).toBe(404);
  });

  it('IDN-46: that is refused is in the log of its owner, and one that nobody has in none', async () => {
    await register();
    const { body } = await enter(key.use(await options(), AT_HOME));
    // The rows of other companies come some time after their answers.
    const own = () => server.database.sql.$count(signIns, eq(signIns.accountId, ana.accountId));
    const before = await own();
    expect(await enter(new SoftwareAuthenticator().use(await options(), AT_HOME))).toMatchObject(
      WRONG,
    );
    const used = key.use(await options(), { origin: 'https://toggles.example.org' });
    expect(await enter(used)).toMatchObject(WRONG);
    expect(await enter(used)).toMatchObject(WRONG);
    const log = async () =>
      (await server.call<SignInPage>('GET', '/api/sign-ins', { token: body.access_token })).body
        .items;
    const refused = { method: 'PASSKEY', outcome: 'WRONG_PASSKEY', count: 2 };
    await expect.poll(log).toContainEqual(expect.objectContaining(refused));
    expect(await own()).toBe(before + 1);
  });

  it('whose counter goes back is refused, and its owner gets a mail', async () => {
    key.counter = 7;
    await register();
    key.counter = 9;
    expect((await enter(key.use(await options(), AT_HOME))).status).toBe(200);
    for (const counter of [9, 8, 0]) {
      key.counter = counter;
      expect(await enter(key.use(await options(), AT_HOME))).toMatchObject(WRONG);
    }
    key.counter = 10;
    expect((await enter(key.use(await options(), AT_HOME))).status).toBe(200);
    expect((await mailsTo(ana)).filter((change) => change === 'PASSKEY_REFUSED')).toHaveLength(3);
  });

  it('is added once, to who was asked, with one of the algorithms, and ten at most', async () => {
    const made = key.make(await newOptions(), AT_HOME);
    const rui = await createUser(server, ana.accountId);
    expect(await add(made, rui)).toMatchObject(WRONG);
    expect((await add(made)).status).toBe(201);
    expect(await add(made)).toMatchObject(WRONG);
    const at = new SoftwareAuthenticator();
    expect(await add(at.make(await newOptions(), { ...AT_HOME, algorithm: -8 }))).toMatchObject(
      WRONG,
    );
    expect(await add(at.make(await newOptions(), { ...AT_HOME, isVerified: false }))).toMatchObject(
      WRONG,
    );
    expect(
      await add(at.make(await newOptions(), { origin: 'https://evil.example' })),
    ).toMatchObject(WRONG);
    expect(await add('nonsense')).toMatchObject(WRONG);

    const [stored] = await server.database.sql
      .select()
      .from(passkeys)
      .where(eq(passkeys.id, key.id));
    if (stored === undefined) throw new Error('The passkey is not stored.');
    const more = Array.from({ length: 9 }, (_, index) => ({ ...stored, id: `${key.id}${index}` }));
    await server.database.sql.insert(passkeys).values(more);
    const path = '/api/users/me/passkeys/options';
    expect(await server.call('POST', path, { token: ana.token })).toMatchObject({
      status: 409,
      body: { error_code: 'MAX_PASSKEYS_REACHED', meta_data: { max: 10 } },
    });
  });

  it('is removed by its owner alone, and then a password opens again', async () => {
    await register();
    const rui = await createUser(server, ana.accountId, { admin: true });
    const path = `/api/users/me/passkeys/${key.id}`;
    expect((await server.call('DELETE', path, { token: rui.token })).status).toBe(404);
    const { body } = await enter(key.use(await options(), AT_HOME));
    expect((await server.call('DELETE', path, { token: body.access_token })).status).toBe(204);
    expect(await enter(key.use(await options(), AT_HOME))).toMatchObject(WRONG);
    expect((await logIn(server, { email: ana.email, password: PASSWORD })).status).toBe(200);
  });

  it('opens nothing for who is inactive, and under enforcement only for emergency users', async () => {
    await register();
    const { sql } = server.database;
    await sql.update(users).set({ active: false }).where(eq(users.id, ana.id));
    expect(await enter(key.use(await options(), AT_HOME))).toMatchObject(WRONG);
    await sql.update(users).set({ active: true }).where(eq(users.id, ana.id));
    await givePolicy(server, ana.accountId, { secondFactor: 'ALL', graceDays: 0 });
    expect((await enter(key.use(await options(), AT_HOME))).status).toBe(200);
  });

  it('IDN-65: is offered by the login once somebody has one that works at this address', async () => {
    const isOffered = async () =>
      (await server.call<ServiceFacts>('GET', '/api/config', {})).body.passkeys;
    const { sql } = server.database;
    await sql.delete(passkeys);
    expect(await isOffered()).toBe(false);
    await register();
    expect(await isOffered()).toBe(true);
    await sql.update(passkeys).set({ host: 'former.example' });
    expect(await isOffered()).toBe(false);
  });

  it('is possible only for a host name, over https or on the same machine, and with a key', async () => {
    await register();
    const possible = ['https://a.example', 'http://localhost:8080', 'http://a.localhost'];
    const impossible = [
      'http://a.example',
      'https://192.0.2.1',
      'https://[::1]',
      'http://127.0.0.1',
    ];
    expect(possible.filter((url) => !isPasskeyOrigin(url))).toEqual([]);
    expect(impossible.filter(isPasskeyOrigin)).toEqual([]);
    for (const [settings, code] of [
      [{ PUBLIC_URL: 'http://192.0.2.1', ENCRYPTION_KEY }, 'PASSKEYS_NEED_HOST_NAME'],
      [{ PUBLIC_URL: ORIGIN, DATABASE_URL: server.database.url }, 'ENCRYPTION_KEY_MISSING'],
    ] as const) {
      const other = await startTestServer(settings);
      try {
        const asked = await sendForm(other, '/oauth/passkey-options', { form: {} });
        expect(asked).toMatchObject({ status: 409, body: { error_code: code } });
        const facts = await other.call('GET', '/api/config', {});
        expect(facts.body).toMatchObject({ passkeys: false });
      } finally {
        await other.close();
      }
    }
  });

  it('that was made for another host is told at the start, with how many there are', async () => {
    const { sql } = server.database;
    await sql.delete(passkeys);
    await register();
    expect(await complaintOfPasskeys(sql, ORIGIN)).toBeUndefined();
    expect(await complaintOfPasskeys(sql, 'https://flags.example.com')).toBe(
      '1 of the passkeys were made for another host than flags.example.com and do not work here',
    );
  });

  it('is checked without a warning of Node on stderr', () => {
    expect(warnings).toEqual([]);
  });
});

async function mailsTo({ id }: TestUser): Promise<(string | undefined)[]> {
  const rows = await server.database.sql
    .select({ reason: mails.reason })
    .from(mails)
    .where(eq(mails.userId, id));
  return rows.map(({ reason }) =>
    reason?.kind === 'security' && reason.what.is === 'factors' ? reason.what.change : undefined,
  );
}
