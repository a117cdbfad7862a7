import type { OwnProvider } from '@comporta/contract/identity/identity-api';
import type { Provider } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { users } from '../tables/accounts.ts';
import { providers } from '../tables/identity.ts';
import { mails } from '../tables/queues.ts';
import { createCompany, createUser, type TestUser } from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  comeBack,
  draftOf,
  openDesk,
  saveProvider,
  signOn,
} from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;
let provider: Provider;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  admin = await createCompany(server);
  provider = (await saveProvider(server, admin, draftOf(issuer))).body;
});

/** Goes to the provider for a purpose, as a `sub`, and comes back. */
async function goThere({ token }: TestUser, sub: string, purpose = 'LINK') {
  const verifier = newSecret();
  const { body } = await server.call<{ location: string }>('POST', '/api/users/me/sso', {
    token,
    body: { providerId: provider.id, purpose, verifierHash: hashSecret(verifier) },
  });
  const asked = new URL(body.location).searchParams;
  issuer.answer = () => ({
    access_token: 'nobody asks for it',
    token_type: 'Bearer',
    id_token: issuer.sign({
      nonce: asked.get('nonce'),
      sub,
      auth_time: Math.floor(Date.now() / 1000),
    }),
  });
  const state = asked.get('state') ?? '';
  const landed = await comeBack(server, provider, { code: 'a-code', state, iss: issuer.issuer });
  return { ticket: landed.get('ticket') ?? '', verifier };
}

function connect({ token }: TestUser, body: object) {
  return server.call<{ error_code: string } | undefined>('POST', '/api/users/me/identities', {
    token,
    body,
  });
}

function disconnect({ token }: TestUser) {
  return server.call<{ error_code: string } | undefined>(
    'DELETE',
    `/api/users/me/identities/${provider.id}`,
    { token },
  );
}

async function ownOf({ token }: TestUser) {
  const { body } = await server.call<OwnProvider[]>('GET', '/api/users/me/identities', { token });
  return body.map(({ name, identity }) => [name, identity !== null]);
}

it('IDN-83: a user connects a provider, comes in through it, is told by mail, and disconnects it', async () => {
  const bia = await createUser(server, admin.accountId);
  expect(await ownOf(bia)).toEqual([['Corp SSO', false]]);
  expect((await connect(bia, await goThere(bia, 'bia'))).status).toBe(204);
  expect(await ownOf(bia)).toEqual([['Corp SSO', true]]);
  // The e-mail there is somebody else's matter: a person is their `sub`.
  const claims = { sub: 'bia', email: 'other@elsewhere.example', email_verified: false };
  expect((await signOn(server, { issuer, provider, claims })).status).toBe(200);
  const { sql } = server.database;
  const told = await sql
    .select({ reason: mails.reason })
    .from(mails)
    .where(eq(mails.userId, bia.id));
  expect(told).toContainEqual({
    reason: { kind: 'security', what: { is: 'identity', provider: 'Corp SSO' } },
  });
  expect((await disconnect(bia)).status).toBe(204);
  expect((await disconnect(bia)).status).toBe(404);
  expect(await ownOf(bia)).toEqual([['Corp SSO', false]]);
});

it('IDN-83: an identity of another user is not connected, nor by a ticket of another purpose, user or browser', async () => {
  const bia = await createUser(server, admin.accountId);
  const rui = await createUser(server, admin.accountId);
  await connect(bia, await goThere(bia, 'one'));
  expect((await connect(rui, await goThere(rui, 'one'))).body?.error_code).toBe('ALREADY_LINKED');
  const confirming = await goThere(rui, 'two', 'CONFIRM');
  expect((await connect(rui, confirming)).body?.error_code).toBe('SSO_EXPIRED');
  expect((await connect(rui, await goThere(bia, 'two'))).body?.error_code).toBe('SSO_EXPIRED');
  const { ticket } = await goThere(rui, 'two');
  expect((await connect(rui, { ticket, verifier: newSecret() })).body?.error_code).toBe(
    'SSO_EXPIRED',
  );
  expect(await ownOf(rui)).toEqual([['Corp SSO', false]]);
});

it('IDN-83: the only way in is not disconnected', async () => {
  const bia = await createUser(server, admin.accountId);
  await connect(bia, await goThere(bia, 'bia'));
  const { sql } = server.database;
  await sql.update(users).set({ passwordHash: null }).where(eq(users.id, bia.id));
  expect((await disconnect(bia)).body?.error_code).toBe('LAST_WAY_IN');
  expect(await ownOf(bia)).toEqual([['Corp SSO', true]]);
});

it('G22: a user is told how to log in with a provider, as long as it lets people in', async () => {
  const bia = await createUser(server, admin.accountId);
  await connect(bia, await goThere(bia, 'bia'));
  const slugs = async () => {
    const { token } = bia;
    const { body } = await server.call<OwnProvider[]>('GET', '/api/users/me/identities', { token });
    return body.map(({ slug }) => slug);
  };
  expect(await slugs()).toEqual([provider.slug]);
  const { sql } = server.database;
  await sql.update(providers).set({ enabled: false }).where(eq(providers.id, provider.id));
  expect(await slugs()).toEqual([null]);
});
