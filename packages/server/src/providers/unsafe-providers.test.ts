import type { ServerResponse } from 'node:http';
import type { Provider } from '@comporta/contract/identity/provider';
import { eq } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { guardWebhookAddresses } from '../platform/webhooks/webhook-addresses.ts';
import { users } from '../tables/accounts.ts';
import { createCompany, type TestUser } from '../testing/builders.ts';
import type { ForgedIssuer } from '../testing/providers/forged-issuer.ts';
import {
  begin,
  draftOf,
  openDesk,
  saveProvider,
  signOn,
} from '../testing/providers/provider-desk.ts';
import type { TestServer } from '../testing/test-server.ts';
import { openConnections } from './connections.ts';
import { openIdentityFetch } from './identity-fetch.ts';

let server: TestServer;
let issuer: ForgedIssuer;
let admin: TestUser;

beforeAll(async () => {
  const desk = await openDesk();
  ({ server, issuer } = desk);
  return desk.close;
});
beforeEach(async () => {
  issuer.override = undefined;
  admin = await createCompany(server);
});

const save = (draft: object = {}) => saveProvider(server, admin, draftOf(issuer, draft));

it('IDN-14: a discovery that redirects, names another issuer, or is too long is refused, and stores nothing', async () => {
  let answer = (response: ServerResponse): void => void response.end();
  issuer.override = ({ url }, response) => {
    if (!url?.includes('openid-configuration')) return false;
    answer(response);
    return true;
  };
  const inJson = (body: object) => (response: ServerResponse) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(body));
  };
  answer = (response) =>
    void response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
  expect((await save()).body).toMatchObject({ error_code: 'INVALID_ISSUER' });
  answer = inJson({
    issuer: 'https://evil.example',
    authorization_endpoint: 'https://evil.example/a',
  });
  expect((await save()).body).toMatchObject({ error_code: 'INVALID_ISSUER' });
  answer = inJson({
    issuer: `${issuer.issuer}/`,
    token_endpoint: 'x',
    authorization_endpoint: 'x',
  });
  expect((await save()).body).toMatchObject({ error_code: 'INVALID_ISSUER' });
  answer = inJson({ issuer: issuer.issuer, padding: 'x'.repeat(300 * 1024) });
  expect((await save()).body).toMatchObject({ error_code: 'ISSUER_UNREACHABLE' });
  const { body } = await server.call<Provider[]>('GET', '/api/accounts/providers', {
    token: admin.token,
  });
  expect(body).toEqual([]);
});

it('IDN-14: neither addresses of clouds nor plain http elsewhere are called', async () => {
  for (const address of [
    'http://169.254.169.254',
    'https://169.254.169.254',
    'https://10.0.0.1',
    'http://192.0.2.1',
    'http://[::1]:1',
  ]) {
    expect((await save({ issuer: address })).body, address).toMatchObject({
      error_code: 'ISSUER_UNREACHABLE',
    });
  }
});

it.each([
  ['falls silent', () => {}],
  [
    'goes on for ever',
    (response: ServerResponse) => {
      const goOn = () => {
        while (!response.destroyed && response.write(' '.repeat(1_000)));
      };
      response.on('drain', goOn);
      goOn();
    },
  ],
])('IDN-14: an answer that never ends, but %s, is given up', async (_how, goOn) => {
  issuer.override = ({ url }, response) => {
    if (!url?.includes('openid-configuration')) return false;
    response.writeHead(200, { 'content-type': 'application/json' }).write('{');
    goOn(response);
    return true;
  };
  const fetch = openIdentityFetch(guardWebhookAddresses(['127.0.0.0/8']), 50);
  const connections = openConnections(fetch);
  const asked = { issuer: issuer.issuer, clientId: 'c', clientSecret: undefined };
  await expect(connections.discover(asked)).rejects.toThrow('ISSUER_UNREACHABLE');
  await connections.close();
});

it.each(['http://id.corp.example', 'https://id.corp.example'])(
  'IDN-14: a name that resolves to an address of a cloud is not called: %s',
  async (named) => {
    const asked: string[] = [];
    const addresses = guardWebhookAddresses(['127.0.0.0/8'], async (name) => {
      asked.push(name);
      return ['169.254.169.254'];
    });
    const connections = openConnections(openIdentityFetch(addresses));
    const provider = { issuer: named, clientId: 'c', clientSecret: undefined };
    const refusal = await connections.discover(provider).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'ISSUER_UNREACHABLE' });
    expect(causesOf(refusal)).toContain('AddressRefused');
    expect(asked).toContain('id.corp.example');
    await connections.close();
  },
);

it('IDN-10: the address of Entra for all companies is no issuer, whatever tenant it would name', async () => {
  const asked: string[] = [];
  // As it answers, with the library's own exception for this address.
  const found = {
    issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
    authorization_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
    token_endpoint: 'https://login.microsoftonline.com/common/oauth2/v2.0/token',
    jwks_uri: 'https://login.microsoftonline.com/common/discovery/v2.0/keys',
    response_types_supported: ['code'],
    subject_types_supported: ['pairwise'],
    id_token_signing_alg_values_supported: ['RS256'],
  };
  const connections = openConnections({
    async fetch(url) {
      asked.push(url);
      return Response.json(found);
    },
    close: async () => {},
  });
  for (const companies of ['common', 'organizations', 'consumers']) {
    const named = `https://login.microsoftonline.com/${companies}/v2.0`;
    const provider = { issuer: named, clientId: 'c', clientSecret: undefined };
    const refusal = await connections.discover(provider).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'INVALID_ISSUER', meta: { at: ['issuer'] } });
    expect(asked.pop()).toBe(`${named}/.well-known/openid-configuration`);
  }
});

/** The names of an error and of all that caused it. */
function causesOf(error: unknown): string[] {
  return error instanceof Error ? [error.name, ...causesOf(error.cause)] : [];
}

it('IDN-11: metadata is read once for all who begin, and anew after a save', async () => {
  const { body: provider } = await save();
  const before = issuer.discoveries;
  await Promise.all(Array.from({ length: 10 }, () => begin(server, provider)));
  expect(issuer.discoveries).toBe(before + 1);
});

it('IDN-17: what groups give is taken back by them alone, and is read-only meanwhile', async () => {
  const { body: provider } = await save({
    groupsAt: '/groups',
    mappingMode: 'ALWAYS',
    mapping: [{ group: 'flags-admin', admin: true }],
  });
  const claims = { sub: 'rui', email: 'rui.17@corp.example', email_verified: true };
  const on = (groups: readonly string[]) =>
    signOn(server, { issuer, provider, claims: { ...claims, groups } });
  expect((await on(['flags-admin'])).body).toMatchObject({ is_admin: true });
  const { sql } = server.database;
  const [rui] = await sql.select().from(users).where(eq(users.email, claims.email));
  const path = `/api/users/${rui?.id}`;
  const options = { token: admin.token };
  const read = await server.call<object>('GET', path, options);
  expect(read.body).toMatchObject({
    managed: { admin: { provider: 'Corp SSO', group: 'flags-admin' }, apps: [] },
  });
  const demoted = await server.call('PUT', path, {
    ...options,
    body: { ...read.body, admin: false },
  });
  expect(demoted).toMatchObject({
    status: 409,
    body: {
      error_code: 'MANAGED_BY_PROVIDER',
      meta_data: { provider: 'Corp SSO', group: 'flags-admin', at: ['admin'] },
    },
  });
  expect((await on([])).body).toMatchObject({ is_admin: false });
  expect((await on(['flags-admin'])).body).toMatchObject({ is_admin: true });
  await server.call('DELETE', `/api/accounts/providers/${provider.id}`, options);
  const [after] = await sql.select().from(users).where(eq(users.email, claims.email));
  expect(after).toMatchObject({ admin: true, adminProviderId: null });
});
