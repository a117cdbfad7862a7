import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../platform/config/config.ts';
import { createCompany, type TestUser } from '../../testing/builders.ts';
import { type CompanyLogin, openCompanyLogin } from '../../testing/providers/company-login.ts';
import { type ForgedIssuer, startForgedIssuer } from '../../testing/providers/forged-issuer.ts';
import { draftOf, saveProvider } from '../../testing/providers/provider-desk.ts';
import { spawnCommand } from '../../testing/spawned-service.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { checkProviders } from './check-providers.ts';

const newKey = () => randomBytes(32).toString('base64url');
const KEY = newKey();

let database: TestDatabase;
let server: TestServer;
let login: CompanyLogin;
let issuer: ForgedIssuer;
let admin: TestUser;

beforeAll(async () => {
  database = await createTestDatabase();
  server = await startTestServer(settings());
  [login, issuer] = await Promise.all([openCompanyLogin(), startForgedIssuer()]);
});
afterAll(async () => {
  await server.close();
  await database.drop();
  await issuer.close();
  await login[Symbol.asyncDispose]();
});
beforeEach(async () => {
  issuer.override = undefined;
  admin = await createCompany(server);
});

function settings(other: Readonly<Record<string, string>> = {}) {
  return {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: KEY,
    IDENTITY_ALLOW_CIDRS: '127.0.0.0/8',
    ...other,
  };
}

async function save(draft: object): Promise<string> {
  const { status, body } = await saveProvider(server, admin, draft);
  expect(status, JSON.stringify(body)).toBe(201);
  return body.slug;
}

/** A provider of oidc-provider, with what it knows of the client. */
const saveHonest = (draft: object = {}) => save(draftOf(login, { ...login.client, ...draft }));

async function said(slug: string, other: Readonly<Record<string, string>> = {}) {
  const [checked] = await checkProviders(server.database.sql, readConfig(settings(other)), slug);
  return checked?.findings ?? [];
}

async function complaints(slug: string, other?: Readonly<Record<string, string>>) {
  return (await said(slug, other)).filter(({ is }) => is === 'wrong').map(({ text }) => text);
}

/** Answers in place of a path of the forged issuer. */
function answer(path: string, give: (response: ServerResponse) => void): void {
  issuer.override = ({ url }, response) => {
    if (!url?.startsWith(path)) return false;
    give(response);
    return true;
  };
}

const DISCOVERY = '/.well-known/openid-configuration';

function announce(change: object, headers: Readonly<Record<string, string>> = {}): void {
  const at = (path: string) => `${issuer.issuer}${path}`;
  const usual = {
    issuer: issuer.issuer,
    authorization_endpoint: at('/authorize'),
    token_endpoint: at('/token'),
    jwks_uri: at('/jwks'),
  };
  answer(DISCOVERY, (response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify({ ...usual, ...change }));
  });
}

describe('IDN-10: comporta sso check', () => {
  it('finds nothing wrong with a provider that is as it should be, and asks nobody to log in', async () => {
    const findings = await said(await saveHonest({ groupsAt: '/groups' }));
    expect(findings.filter(({ is }) => is === 'wrong')).toEqual([]);
    expect(findings.map(({ text }) => text)).toEqual(
      expect.arrayContaining([
        'encryption key: opens the client secret',
        'issuer: the same, byte for byte',
        expect.stringMatching(/^clock: \d+ s from that/),
        expect.stringMatching(/^keys: \d+ for .*RS256/),
        'client: the provider knows its ID and secret',
        'redirect URI: the provider leads back to it',
        expect.stringContaining('/api/sso/'),
      ]),
    );
  });

  it('names a client secret that the provider does not know', async () => {
    const slug = await saveHonest({ clientSecret: 'of last year' });
    expect(await complaints(slug)).toEqual([expect.stringMatching(/^client: .*invalid_client/)]);
  });

  it('names a redirect URI that the provider does not allow', async () => {
    const slug = await save(draftOf(issuer));
    expect(await complaints(slug)).toEqual([
      expect.stringMatching(/^redirect URI: .*exactly http.*\/callback$/),
    ]);
  });

  it('says how to read a secret of another key, and that there is no key at all', async () => {
    const slug = await saveHonest();
    expect(await complaints(slug, { ENCRYPTION_KEY: newKey() })).toEqual([
      expect.stringMatching(/^client secret: it was sealed/),
    ]);
    expect(await complaints(slug, { ENCRYPTION_KEY: '' })).toEqual([
      expect.stringMatching(/^encryption key: .*set ENCRYPTION_KEY/),
    ]);
  });

  it('says why it is not reached: a network that is not allowed, or nobody there', async () => {
    const slug = await saveHonest();
    expect(await complaints(slug, { IDENTITY_ALLOW_CIDRS: '' })).toEqual([
      expect.stringMatching(/^discovery: .*IDENTITY_ALLOW_CIDRS/),
    ]);
    const gone = await startForgedIssuer();
    const other = await save(draftOf(gone));
    await gone.close();
    expect(await complaints(other)).toEqual([expect.stringMatching(/^discovery: .*ECONNREFUSED/)]);
  });

  it.each([
    ['another issuer', () => announce({ issuer: 'https://evil.example' }), /^issuer: .*evil/],
    [
      'a shared secret for signatures',
      () => announce({ id_token_signing_alg_values_supported: ['HS256'] }),
      /^signature: .*HS256 only/,
    ],
    [
      'keys for nothing it signs with',
      () => announce({ id_token_signing_alg_values_supported: ['ES256'] }),
      /^keys: .*none for ES256/,
    ],
    [
      'a clock that is five minutes off',
      () => announce({}, { date: new Date(Date.now() - 300_000).toUTCString() }),
      /^clock: .*ahead of/,
    ],
    [
      'a discovery that leads elsewhere',
      () => answer(DISCOVERY, (to) => void to.writeHead(302, { location: '/else' }).end()),
      /^discovery: .*final address/,
    ],
    [
      'a page in its place',
      () => answer(DISCOVERY, (to) => void to.end('<p>Hello')),
      /^discovery: .*no discovery document/,
    ],
  ])('names %s', async (_what, change, expected) => {
    const slug = await save(draftOf(issuer));
    change();
    const found = await complaints(slug);
    expect(found.filter((one) => !one.startsWith('redirect URI'))).toEqual([
      expect.stringMatching(expected),
    ]);
  });

  it('is a command, whose exit code says whether anything is wrong', async () => {
    const slug = await saveHonest();
    const run = async (args: readonly string[], other: Readonly<Record<string, string>> = {}) =>
      (await spawnCommand(['sso', ...args], settings(other))).ended;
    const right = await run(['check', slug]);
    expect(right).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(new RegExp(`^${slug}, of Acme: http.*\n {2}ok {5}encryption`)),
    });
    const wrong = await run(['check', slug], { ENCRYPTION_KEY: newKey() });
    expect(wrong).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^ {2}wrong {2}client secret: /m),
      stderr: expect.stringContaining('1 of the checks failed'),
    });
    expect((await run(['check', 'nobody'])).stderr).toContain('no provider has the short name');
    expect((await run(['chek'])).code).toBe(2);
    for (const { stdout } of [right, wrong])
      expect(stdout).not.toContain(login.client.clientSecret);
  });
});
