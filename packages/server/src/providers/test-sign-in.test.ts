import type { Provider } from '@comporta/contract/identity/provider';
import type { ProviderTest } from '@comporta/contract/identity/provider-test';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { users } from '../tables/accounts.ts';
import { grants } from '../tables/grants.ts';
import { identities, providers } from '../tables/identity.ts';
import {
  createApplication,
  createCompany,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  addMapped,
  comeBack,
  newPerson,
  openDesk,
  redeem,
} from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;
let web: TestApplication;
let provider: Provider;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  admin = await createCompany(server);
  web = await createApplication(server, admin.accountId);
  provider = await addMapped(server, issuer, {
    admin,
    requiredGroups: ['flags-web', 'flags-admin'],
    mapping: [
      { group: 'flags-web', apps: [web.id] },
      { group: 'flags-admin', admin: true },
    ],
  });
});

/** Goes to the provider for a test, as somebody, and comes back. */
async function goThere(claims: object) {
  const verifier = newSecret();
  const { body } = await server.call<{ location: string }>('POST', '/api/users/me/sso', {
    token: admin.token,
    body: { providerId: provider.id, purpose: 'TEST', verifierHash: hashSecret(verifier) },
  });
  const asked = new URL(body.location).searchParams;
  issuer.answer = () => ({
    access_token: 'nobody asks for it',
    token_type: 'Bearer',
    id_token: issuer.sign({ nonce: asked.get('nonce'), ...claims }),
  });
  const state = asked.get('state') ?? '';
  const landed = await comeBack(server, provider, { code: 'a-code', state, iss: issuer.issuer });
  return { ticket: landed.get('ticket') ?? '', verifier };
}

async function show(body: object, { token }: Pick<TestUser, 'token'> = admin) {
  return await server.call<ProviderTest & { error_code?: string }>(
    'POST',
    `/api/accounts/providers/${provider.id}/test`,
    { token, body },
  );
}

async function testAs(claims: object): Promise<ProviderTest> {
  const { status, body } = await show(await goThere(claims));
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** What a sign-on would write, and when the provider was tested. */
async function stored() {
  const { sql } = server.database;
  const of = eq(providers.id, provider.id);
  const [tested] = await sql.select({ at: providers.testedAt }).from(providers).where(of);
  return {
    people: await sql.$count(users, eq(users.accountId, admin.accountId)),
    identities: await sql.$count(identities, eq(identities.providerId, provider.id)),
    grants: await sql.$count(grants, eq(grants.providerId, provider.id)),
    tested: tested?.at != null,
  };
}

it('IDN-19: a test shows claims, person and what the groups give, and writes only that it was', async () => {
  const before = await stored();
  expect(before).toMatchObject({ identities: 0, grants: 0, tested: false });
  const ana = newPerson({ name: 'Ana Reis', groups: ['flags-web', 'flags-admin', 'staff'] });
  expect(await testAs(ana)).toMatchObject({
    outcome: 'CREATE',
    ok: true,
    name: 'Ana Reis',
    email: ana.email,
    groups: ['flags-web', 'flags-admin', 'staff'],
    admin: 'GIVE',
    give: [expect.stringContaining('Checkout')],
    take: [],
    claims: { sub: ana.sub, email: ana.email, email_verified: true },
  });
  expect(await stored()).toEqual({ ...before, tested: true });
});

it.each([
  ['SSO_EMAIL_MISSING', { email: undefined }],
  ['SSO_EMAIL_UNVERIFIED', { email_verified: false }],
  ['SSO_NO_ACCESS', { email: 'ana@elsewhere.example' }],
  ['SSO_NO_ACCESS', { groups: ['staff'] }],
  ['SSO_GROUPS_MISSING', { groups: undefined }],
] as const)('IDN-19: a test says %s, gives nothing, and is none', async (outcome, claims) => {
  const before = await stored();
  const shown = await testAs({ ...newPerson({ groups: ['flags-web'] }), ...claims });
  expect(shown).toMatchObject({ outcome, ok: false, admin: 'KEEP', give: [], take: [] });
  expect(await stored()).toEqual(before);
});

it('IDN-19: the ticket of a test opens no session, and is shown once, to who began it', async () => {
  const claims = newPerson({ groups: ['flags-web'] });
  const first = await goThere(claims);
  expect((await redeem(server, first)).body.error_code).toBe('SSO_EXPIRED');
  const stranger = await createCompany(server);
  expect((await show(await goThere(claims), stranger)).status).toBe(404);
  const { ticket, verifier } = await goThere(claims);
  expect((await show({ ticket, verifier: newSecret() })).body.error_code).toBe('SSO_EXPIRED');
  const own = await goThere(claims);
  expect((await show(own)).status, verifier).toBe(200);
  expect((await show(own)).body.error_code).toBe('SSO_EXPIRED');
});
