import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DEVICE_GRANT } from '@comporta/contract/identity/device-api';
import type { NewPasskeyOptions, PasskeyOptions } from '@comporta/contract/identity/passkey';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeBackup } from '../../backup/write-backup.ts';
import { createLog } from '../../platform/base/log.ts';
import { newSecret } from '../../platform/base/secrets.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../builders.ts';
import { dumpOf } from '../dump-of.ts';
import { logIn, sendForm } from '../log-in.ts';
import { linkIn, type Mailbox, openMailbox } from '../mailbox.ts';
import { FORGED_CLIENT, type ForgedIssuer, startForgedIssuer } from '../providers/forged-issuer.ts';
import { begin, comeBack, draftOf, redeem, saveProvider } from '../providers/provider-desk.ts';
import { startTestServer, type TestServer } from '../test-server.ts';
import {
  answerStep,
  codeOf,
  newRecoveryCodes,
  type SignInAnswer,
  setUpApp,
  WITH_KEY,
} from './second-factor.ts';
import { SoftwareAuthenticator } from './software-authenticator.ts';

const ORIGIN = 'https://toggles.example.com';

const logged: string[] = [];
/** Everything that opens something, by what it is. */
const secrets: [what: string, secret: string][] = [];
let mailbox: Mailbox;
let server: TestServer;
let issuer: ForgedIssuer;
let ana: TestUser;

beforeAll(async () => {
  [mailbox, issuer] = await Promise.all([openMailbox(), startForgedIssuer()]);
  const log = createLog('trace', { write: (line) => logged.push(line) });
  const settings = { ...WITH_KEY, PUBLIC_URL: ORIGIN, SMTP_URL: mailbox.url };
  server = await startTestServer(settings, log);
  ana = await createCompany(server);
});
afterAll(async () => {
  await server.close();
  await issuer.close();
  await mailbox.close();
});

function keep(what: string, ...values: readonly (string | undefined)[]): void {
  for (const value of values) {
    if (!value) throw new Error(`there is no ${what}`);
    secrets.push([what, value]);
  }
}

/** What the tables hold now, among them challenges that nobody has answered yet, as a backup would have them. */
async function expectNone(): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-secrets-'));
  const file = path.join(folder, 'backup');
  await writeBackup(server.database.url, file);
  const places = {
    dump: await dumpOf(server.database.sql),
    backup: gunzipSync(readFileSync(file)).toString(),
    log: logged.join(''),
  };
  rmSync(folder, { recursive: true });
  const found = Object.entries(places).flatMap(([place, text]) => {
    expect(text.length).toBeGreaterThan(100);
    return secrets.flatMap(([what, secret]) =>
      text.includes(secret) ? [`${what}: ${place}`] : [],
    );
  });
  expect(found).toEqual([]);
}

it('IDN-70: no dump, backup, log or audit entry holds a secret, code, ticket or state', async () => {
  await comeInByApp();
  await comeInByPasskey();
  await comeInByProvider();
  await giveKeys();
  await expectNone();
  // All of it was used, and the log and the audit log say so.
  const { body } = await server.call('GET', '/api/audit-logs?page=1&size=100', {
    token: ana.token,
  });
  expect(JSON.stringify(body)).toContain('"token"');
});

it('IDN-70: a failure that the log describes holds none either', async () => {
  const { sql } = server.database;
  const eva = await createUser(server, ana.accountId, { name: 'Eva' });
  await sql.execute(raw`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'not today' using detail = row_to_json(new)::text; end $$`);
  await sql.execute(raw`create trigger fail before insert on challenges
    for each row execute function fail()`);
  await sql.execute(raw`create trigger fail before insert on sessions
    for each row execute function fail()`);
  const { body: provider } = await saveProvider(server, ana, draftOf(issuer));
  const { verifier, asked } = await begin(server, provider);
  keep('state', asked.get('state') ?? '');
  keep('verifier', verifier);
  answerAs(asked);
  const query = { code: 'code-of-a-failure', state: asked.get('state') ?? '', iss: issuer.issuer };
  keep('code', query.code);
  await expect(comeBack(server, provider, query)).rejects.toThrow('500');
  expect((await logIn(server, { email: eva.email, password: PASSWORD })).status).toBe(500);
  await sql.execute(raw`drop function fail() cascade`);
  expect(logged.join('')).toContain('not today');
  await expectNone();
});

async function comeInByApp(): Promise<void> {
  const rui = await createUser(server, ana.accountId, { admin: true });
  const secret = await setUpApp(server, rui);
  keep('secret of an app', secret);
  const codes = await newRecoveryCodes(server, rui);
  keep('recovery code', ...codes);
  const challengeOf = async () => {
    const { body } = await logIn<SignInAnswer>(server, { email: rui.email, password: PASSWORD });
    keep('challenge', body.meta_data?.challenge);
    return body.meta_data?.challenge ?? '';
  };
  await expectNone();
  const opened = [
    await answerStep(server, { challenge: await challengeOf(), code: codeOf(secret) }),
    await answerStep(server, { challenge: await challengeOf(), recovery_code: codes[0] ?? '' }),
  ];
  for (const { body } of opened) keep('session', body.access_token);
  const wrong = { challenge: await challengeOf(), recovery_code: 'WRONGWRONGWRONGW' };
  expect((await answerStep(server, wrong)).status).toBe(400);
  const token = opened[0]?.body.access_token ?? '';
  const remembered = await server.call('PUT', '/oauth/browser', { token });
  const [, cookie] = /cpt_device=([^;]+)/.exec(String(remembered.headers['set-cookie'])) ?? [];
  keep('cookie of a browser', cookie);
  const email = ana.email;
  await server.call('POST', '/api/users/reset-password', { body: { email } });
  keep('link', linkIn(await mailbox.mailTo(email)));
}

async function comeInByPasskey(): Promise<void> {
  const { token } = await createUser(server, ana.accountId);
  const key = new SoftwareAuthenticator();
  const at = { origin: ORIGIN };
  const made = await server.call<NewPasskeyOptions>('POST', '/api/users/me/passkeys/options', {
    token,
  });
  keep('challenge of a passkey', made.body.challenge);
  const passkey = key.make(made.body, at);
  await server.call('POST', '/api/users/me/passkeys', { token, body: { passkey } });
  const { body: asked } = await sendForm<PasskeyOptions>(server, '/oauth/passkey-options', {
    form: {},
  });
  keep('challenge of a passkey', asked.challenge);
  const form = { grant_type: 'urn:comporta:passkey', passkey: key.use(asked, at) };
  const { body } = await sendForm<SignInAnswer>(server, '/oauth/token', { form });
  keep('session', body.access_token);
}

/** The provider vouches for Inês. */
function answerAs(asked: URLSearchParams): void {
  const claims = { sub: 'ines', email: 'ines@corp.example', email_verified: true };
  const idToken = issuer.sign({ nonce: asked.get('nonce'), ...claims });
  const accessToken = newSecret();
  keep('token of a provider', idToken, accessToken);
  issuer.answer = () => ({
    access_token: accessToken,
    token_type: 'Bearer',
    id_token: idToken,
  });
}

async function comeInByProvider(): Promise<void> {
  const { body: provider } = await saveProvider(server, ana, draftOf(issuer));
  keep('client secret', FORGED_CLIENT.clientSecret);
  const { verifier, asked } = await begin(server, provider);
  const state = asked.get('state') ?? '';
  keep('state', state);
  keep('verifier', verifier);
  answerAs(asked);
  const code = newSecret();
  keep('code', code);
  const landed = await comeBack(server, provider, { code, state, iss: issuer.issuer });
  const ticket = landed.get('ticket') ?? '';
  keep('ticket', ticket);
  await expectNone();
  const planted = await redeem(server, { ticket, verifier: newSecret() });
  expect(planted.status).toBe(400);
  const { body } = await redeem(server, { ticket, verifier });
  keep('session', body.access_token);
  // A second use is refused by the provider, and logged.
  issuer.answer = () => undefined;
  const again = await comeBack(server, provider, { code, state, iss: issuer.issuer });
  expect(again.get('error')).toBe('SSO_EXPIRED');
}

async function giveKeys(): Promise<void> {
  const { token } = ana;
  keep('session', token);
  for (const place of ['/api/users/me/tokens', '/api/accounts/service-keys']) {
    const body = { name: 'CI', scopes: ['read'] };
    const made = await server.call<{ key: string }>('POST', place, { token, body });
    expect(made.status).toBe(201);
    keep('key', made.body.key);
    await server.call('GET', '/api/apps', { token: made.body.key });
  }
  const { body: begun } = await sendForm<Record<'device_code' | 'user_code', string>>(
    server,
    '/oauth/device',
    { form: { program: 'comporta', host: 'build-7' } },
  );
  keep('device code', begun.device_code, begun.user_code, begun.user_code.replace('-', ''));
  await expectNone();
  const path = `/api/device/${begun.user_code}`;
  await server.call('POST', path, { token, body: { allow: true } });
  const form = { grant_type: DEVICE_GRANT, device_code: begun.device_code };
  const { body } = await sendForm<SignInAnswer>(server, '/oauth/token', { form });
  keep('key', body.access_token);
}
