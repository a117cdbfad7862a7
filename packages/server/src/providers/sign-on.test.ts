import type { Provider } from '@comporta/contract/identity/provider';
import { and, eq } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepUnconfirmedAccounts } from '../accounts/unconfirmed-account-repository.ts';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { accounts, users } from '../tables/accounts.ts';
import { grants } from '../tables/grants.ts';
import { challenges, identities } from '../tables/identity.ts';
import {
  createApplication,
  createCompany,
  createUser,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { FORGED_CLIENT, type ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  begin,
  callForm,
  comeBack,
  draftOf,
  fetchTicket,
  openDesk,
  redeem,
  saveProvider,
  signOn,
} from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;
let application: TestApplication;
let provider: Provider;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  provider = await save();
});

async function save(draft: object = {}): Promise<Provider> {
  const { status, body } = await saveProvider(
    server,
    admin,
    draftOf(issuer, {
      mappingMode: 'ALWAYS',
      groupsAt: '/groups',
      mapping: [
        { group: 'flags-web', apps: [application.id] },
        { group: 'flags-admin', admin: true },
      ],
      ...draft,
    }),
  );
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

let counted = 0;
function person(claims: object = {}) {
  counted += 1;
  const name = `ines-${counted}-${admin.id.slice(-6)}`;
  return {
    sub: name,
    name: 'Inês Reis',
    email: `${name}@corp.example`,
    email_verified: true,
    groups: ['flags-web'],
    ...claims,
  };
}

const on = (claims: object, at = provider) => signOn(server, { issuer, provider: at, claims });
const userOf = (email: string) =>
  server.database.sql.select().from(users).where(eq(users.email, email));

it('IDN-12: a sign-on leads by a ticket to a session of a created user with the mapped application', async () => {
  const claims = person();
  const { status, body } = await on(claims);
  expect(status, JSON.stringify(body)).toBe(200);
  const [user] = await userOf(claims.email);
  expect(user).toMatchObject({ name: 'Inês Reis', active: true, admin: false, passwordHash: null });
  const { sql } = server.database;
  expect(
    await sql
      .select()
      .from(grants)
      .where(eq(grants.userId, user?.id ?? '')),
  ).toEqual([{ userId: user?.id, applicationId: application.id, providerId: provider.id }]);
  const apps = await server.call<object[]>('GET', '/api/apps', { token: body.access_token });
  expect(apps.body).toMatchObject([{ id: application.id }]);
});

it('IDN-12: a ticket opens nothing twice, and nothing in another browser', async () => {
  const { landed, verifier } = await fetchTicket(server, { issuer, provider, claims: person() });
  const ticket = landed.get('ticket') ?? '';
  const planted = await redeem(server, { ticket, verifier: newSecret() });
  expect(planted).toMatchObject({ status: 400, body: { error_code: 'SSO_EXPIRED' } });
  expect((await redeem(server, { ticket, verifier })).status).toBe(200);
  expect(await redeem(server, { ticket, verifier })).toMatchObject({
    status: 400,
    body: { error_code: 'SSO_EXPIRED', error: 'invalid_grant' },
  });
});

it('IDN-70: the nonce of a sign-on is not kept with what the provider says', async () => {
  const { sql } = server.database;
  const claims = { sub: 'ana', email: 'ana@corp.example', email_verified: true };
  const { landed } = await fetchTicket(server, { issuer, provider, claims });
  const kept = eq(challenges.secretHash, hashSecret(landed.get('ticket') ?? ''));
  const [ticket] = await sql.select({ data: challenges.data }).from(challenges).where(kept);
  expect(ticket?.data).toMatchObject({ claims });
  expect(JSON.stringify(ticket?.data)).not.toContain('"nonce"');
});

it('IDN-12: before the provider has vouched there is no row, and no cookie at all', async () => {
  const { sql } = server.database;
  const before = await sql.$count(challenges);
  await begin(server, provider);
  expect(await sql.$count(challenges)).toBe(before);
  const response = await server.call('GET', `/api/sso/${provider.id}/callback?state=x&code=y`);
  expect(response).toMatchObject({
    status: 303,
    headers: {
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      location: expect.stringMatching(/^\/sso#error=SSO_EXPIRED/),
    },
  });
  expect(response.headers['set-cookie']).toBeUndefined();
  expect(await sql.$count(challenges)).toBe(before);
});

describe('IDN-11: a forged ID token opens nothing, creates nothing', () => {
  const forged: [string, (nonce: string, claims: object) => string][] = [
    [
      'claims changed after the signature',
      (nonce, claims) => issuer.sign({ nonce, ...person() }, { changed: { nonce, ...claims } }),
    ],
    [
      'HS256 with the secret of the client',
      (nonce, claims) =>
        issuer.sign({ nonce, ...claims }, { alg: 'HS256', key: FORGED_CLIENT.clientSecret }),
    ],
    ['alg none', (nonce, claims) => issuer.sign({ nonce, ...claims }, { alg: 'none' })],
    ['another nonce', (_nonce, claims) => issuer.sign({ nonce: 'other', ...claims })],
    ['no nonce', (_nonce, claims) => issuer.sign({ ...claims })],
    [
      'another issuer',
      (nonce, claims) => issuer.sign({ nonce, ...claims, iss: 'https://evil.example' }),
    ],
    ['another audience', (nonce, claims) => issuer.sign({ nonce, ...claims, aud: 'else' })],
    ['one that is over', (nonce, claims) => issuer.sign({ nonce, ...claims, exp: 1_700_000_000 })],
  ];
  it.each(forged)('%s', async (_what, tokenOf) => {
    const claims = person();
    const { asked } = await begin(server, provider);
    issuer.answer = () => ({
      access_token: 'x',
      token_type: 'Bearer',
      id_token: tokenOf(asked.get('nonce') ?? '', claims),
    });
    const state = asked.get('state') ?? '';
    const landed = await comeBack(server, provider, { code: 'c', state, iss: issuer.issuer });
    expect(landed.get('error')).toBe('SSO_INVALID');
    expect(landed.get('ticket')).toBeNull();
    expect(await userOf(claims.email)).toEqual([]);
  });

  it('asks for a code with PKCE, and sends the verifier that fits', async () => {
    const { asked } = await begin(server, provider);
    expect(Object.fromEntries(asked)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      client_id: FORGED_CLIENT.clientId,
      redirect_uri: expect.stringMatching(new RegExp(`/api/sso/${provider.id}/callback$`)),
    });
    let sent: URLSearchParams | undefined;
    issuer.answer = (form) => {
      sent = form;
      return undefined;
    };
    const state = asked.get('state') ?? '';
    const landed = await comeBack(server, provider, { code: 'c', state, iss: issuer.issuer });
    expect(landed.get('error')).toBe('SSO_EXPIRED');
    expect(hashSecret(sent?.get('code_verifier') ?? '')).toBe(asked.get('code_challenge'));
    expect(sent?.get('client_secret')).toBe(FORGED_CLIENT.clientSecret);
  });

  it('takes no answer of another issuer, of a refusing one, or for another provider', async () => {
    const { asked } = await begin(server, provider);
    const state = asked.get('state') ?? '';
    const mixedUp = await comeBack(server, provider, {
      code: 'c',
      state,
      iss: 'https://evil.example',
    });
    expect(mixedUp.get('error')).toBe('SSO_INVALID');
    const refused = await comeBack(server, provider, {
      error: 'access_denied',
      state,
      iss: issuer.issuer,
    });
    expect(refused.get('error')).toBe('SSO_REFUSED');
    const other = await save();
    const elsewhere = await comeBack(server, other, { code: 'c', state, iss: issuer.issuer });
    expect(elsewhere.get('error')).toBe('SSO_EXPIRED');
  });
});

it('IDN-15: never the session of somebody else: another sub, provider, domain, unverified, or look-alike', async () => {
  const { sql } = server.database;
  const ana = await createUser(server, admin.accountId, { apps: [application.id] });
  await sql.update(users).set({ email: 'ana.k@corp.example' }).where(eq(users.id, ana.id));
  expect((await on(person({ sub: 'ana-1', email: 'ana.k@corp.example' }))).status).toBe(200);
  const refused = async (claims: object, at = provider) => (await on(person(claims), at)).body;
  const email = 'ana.k@corp.example';
  expect(await refused({ sub: 'ana-2', email })).toMatchObject({
    error_code: 'SSO_LINK_REQUIRED',
  });
  expect(await refused({ email, email_verified: false })).toMatchObject({
    error_code: 'SSO_EMAIL_UNVERIFIED',
  });
  expect(await refused({ email, email_verified: undefined })).toMatchObject({
    error_code: 'SSO_EMAIL_UNVERIFIED',
  });
  expect(await refused({ email: 'ana.k@corp.example.evil.example' })).toMatchObject({
    error_code: 'SSO_NO_ACCESS',
  });
  expect(await refused({ email: 'ana.\u212a@corp.example' })).toMatchObject({
    error_code: 'SSO_EMAIL_MISSING',
  });
  const stranger = await createCompany(server);
  const theirs = (await saveProvider(server, stranger, draftOf(issuer))).body;
  expect(await refused({ sub: 'ana-1', email }, theirs)).toMatchObject({
    error_code: 'SSO_EMAIL_TAKEN',
  });
  expect(await sql.select().from(identities).where(eq(identities.userId, ana.id))).toMatchObject([
    { providerId: provider.id, subject: 'ana-1' },
  ]);
  expect(
    await sql
      .select()
      .from(users)
      .where(and(eq(users.email, email), eq(users.id, ana.id))),
  ).toHaveLength(1);
});

it('IDN-15: an administrator with a password proves once that it is them, and is connected from then on', async () => {
  const { sql } = server.database;
  const email = `boss-${admin.id.slice(-6)}@corp.example`;
  await sql.update(users).set({ email }).where(eq(users.id, admin.id));
  const claims = person({ email });
  const { status, body } = await on(claims);
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error_code: 'SSO_LINK_REQUIRED', meta_data: { methods: ['PASSWORD'], email } },
  });
  const { challenge } = body.meta_data as { challenge: string };
  const prove = (password: string) =>
    callForm<{ access_token: string }>(server, {
      grant_type: 'urn:comporta:second-step',
      challenge,
      password,
    });
  expect((await prove('wrong1')).status).toBe(400);
  expect((await prove(PASSWORD)).status).toBe(200);
  expect((await on(claims)).status).toBe(200);
  expect(await sql.select().from(identities).where(eq(identities.userId, admin.id))).toMatchObject([
    { providerId: provider.id, subject: claims.sub },
  ]);
});

it('IDN-16: a company whose people have no passwords is no sign-up that nobody confirmed', async () => {
  const { sql } = server.database;
  expect((await on(person())).status).toBe(200);
  await sql.update(users).set({ passwordHash: null }).where(eq(users.accountId, admin.accountId));
  await sql
    .update(accounts)
    .set({ createdAt: new Date('2026-01-01') })
    .where(eq(accounts.id, admin.accountId));
  await sweepUnconfirmedAccounts(sql);
  expect(await sql.$count(accounts, eq(accounts.id, admin.accountId))).toBe(1);
});
