import { type Endpoint, SCOPES, type Scope } from '@comporta/contract/endpoint';
import { mayCall, type TokenLimits, type TokenOwner } from '@comporta/contract/identity/may-call';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aThirdOf, IS_NIGHTLY } from '../acceptance/nightly.ts';
import { newId } from '../platform/base/ids.ts';
import { createUser } from './builders.ts';
import { endpointsOfContract, routeOf, smallestBodyOf } from './contract-endpoints.ts';
import { createFurnishedCompany, type FurnishedCompany, fillPath } from './furnished-company.ts';
import { createToken } from './identity/create-token.ts';
import { identityCases } from './identity/vectors.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const ENDPOINTS = (await endpointsOfContract()).filter(
  ({ access }) => access === 'user' || access === 'admin',
);

let server: TestServer;
let shop: FurnishedCompany;
let other: FurnishedCompany;
let memberId: string;

beforeAll(async () => {
  server = await startTestServer();
  shop = await createFurnishedCompany(server);
  other = await createFurnishedCompany(server);
  const { appId = '' } = shop.ids;
  memberId = (await createUser(server, shop.accountId, { apps: [appId] })).id;
});
afterAll(() => server.close());

/** Calls without changing anything: things do not exist, and versions are not those that are stored. */
async function ask(endpoint: Endpoint, bearer: string, of = shop) {
  const path = fillPath(endpoint.path, of, (id, name) => (name === 'id' ? newId() : id));
  const answer = await server.http.inject({
    method: endpoint.method,
    url: path,
    headers: { authorization: `Bearer ${bearer}`, 'if-match': '"999"' },
    payload: smallestBodyOf(endpoint) ?? '',
  });
  const text = answer.payload;
  return { status: answer.statusCode, scope: /"scope":"(\w+)"/.exec(text)?.[1] };
}

/** What the pure function says of an endpoint: 403, 403 with the scope, or anything else but 401 and 403. */
function expectedOf(
  { path, method, access, programs }: Endpoint,
  limits: TokenLimits,
  owner: TokenOwner,
): string {
  const named = (name: string) =>
    path.split('/').includes(`:${name}`) ? shop.ids[name] : undefined;
  const answer = mayCall(limits, owner, {
    method,
    scope: programs,
    adminOnly: access === 'admin',
    appId: named('appId'),
    envId: named('destEnvId') ?? named('envId'),
  });
  return answer === 'SCOPE' ? `403 ${programs}` : answer === 'FORBIDDEN' ? '403' : 'allowed';
}

async function differencesFor(bearer: string, limits: TokenLimits, owner: TokenOwner) {
  const differences: string[] = [];
  for (const endpoint of ENDPOINTS) {
    const { status, scope } = await ask(endpoint, bearer);
    const isRefused = status === 401 || status === 403;
    const is = isRefused ? [status, scope].filter(Boolean).join(' ') : 'allowed';
    const expected = expectedOf(endpoint, limits, owner);
    if (is !== expected) differences.push(`${routeOf(endpoint)}: ${is}, not ${expected}`);
  }
  return differences;
}

const OWNERS = ['an administrator', 'a member', 'nobody: a service key'] as const;
const SOME_SCOPES: readonly (readonly Scope[])[] = [...SCOPES.map((one) => [one]), SCOPES];
type Chosen = 'all' | 'this' | 'another';
/** What a token may be for: chosen applications, chosen environments, and both. */
const CHOICES: readonly (readonly [apps: Chosen, envs: Chosen])[] = [
  ['all', 'all'],
  ['this', 'all'],
  ['another', 'all'],
  ['all', 'this'],
  ['all', 'another'],
  ['this', 'this'],
  ['this', 'another'],
  ['another', 'this'],
];

const TOKENS = OWNERS.flatMap((owner) => CHOICES.map((choice) => [owner, ...choice] as const));
const isOfAll = ([, apps, envs]: (typeof TOKENS)[number]) => apps === 'all' && envs === 'all';
const OF_ALL = TOKENS.filter(isOfAll);
const LIMITED = TOKENS.filter((token) => !isOfAll(token));

describe('IDN-51, IDN-50: every call by a program answers as mayCall says', () => {
  it('for each vector', () => {
    type Given = { token: TokenLimits; owner: TokenOwner; call: Parameters<typeof mayCall>[2] };
    for (const { given, expected } of identityCases<Given, string>('may-call')) {
      const { token, owner, call } = given;
      expect(mayCall(token, owner, call), JSON.stringify(given)).toBe(expected);
    }
  });

  it('names what programs need: GETs read, scans code alone, and nothing is written with read', () => {
    const wrong = ENDPOINTS.filter(({ method, path, programs }) => {
      if (path.endsWith('/code-references')) return programs !== 'code';
      if (method === 'GET') return !['read', 'refused'].includes(programs);
      return ['read', 'code'].includes(programs);
    });
    expect(wrong.map(routeOf)).toEqual([]);
  });

  it('for an account key', async () => {
    const all = { scopes: SCOPES, apps: null, envs: null };
    const owner = { admin: true, apps: [] };
    expect(await differencesFor(shop.accountKey, all, owner)).toEqual([]);
  });

  it.each([...OF_ALL, ...aThirdOf('limited tokens', LIMITED)])(
    'for a token of %s, applications: %s, environments: %s',
    async (owner, chosenApps, chosenEnvs) => {
      const { appId = '', envId = '' } = shop.ids;
      const apps = { all: null, this: [appId], another: [newId()] }[chosenApps];
      const envs = { all: null, this: [envId], another: [newId()] }[chosenEnvs];
      const isLimited = apps !== null || envs !== null;
      const isMember = owner === 'a member';
      const { adminId = '' } = shop.ids;
      const userId = owner === 'an administrator' ? adminId : isMember ? memberId : null;
      // Of limited ones in full at night: scopes are asked before, and without regard to the limits.
      for (const scopes of isLimited && !IS_NIGHTLY ? [SCOPES] : SOME_SCOPES) {
        const limits = { scopes, apps, envs };
        const { key: bearer } = await createToken(server, shop.accountId, { userId, ...limits });
        const rights = { admin: !isMember, apps: isMember ? [appId] : [] };
        expect(await differencesFor(bearer, limits, rights), scopes.join()).toEqual([]);
      }
    },
  );

  it('opens nothing of another company, nor what keys of environments open', async () => {
    const { key: bearer } = await createToken(server, shop.accountId, {
      userId: shop.ids.adminId ?? '',
    });
    for (const endpoint of ENDPOINTS.filter(({ path }) => path.includes('/:appId'))) {
      const { status } = await ask(endpoint, bearer, other);
      expect([403, 404], routeOf(endpoint)).toContain(status);
    }
    for (const endpoint of await endpointsOfContract()) {
      if (!endpoint.access.startsWith('environment')) continue;
      expect((await ask(endpoint, bearer)).status, routeOf(endpoint)).toBe(401);
    }
  });
});

/** Everything that a GET may show, without an application in its path. */
const LISTS = ENDPOINTS.filter(
  (one) => one.method === 'GET' && one.programs !== 'refused' && !one.path.includes('/:appId'),
);

describe('IDN-50: no list shows what a token may not open', () => {
  it.each(['an administrator', 'a member', 'a service key'])('for %s', async (owner) => {
    const two = await createFurnishedCompany(server);
    const { appId = '', adminId = '' } = two.ids;
    const [hidden = '', hiddenEnv = ''] = await anotherApplication(two);
    const member = await createUser(server, two.accountId, { apps: [appId, hidden] });
    const userId = { 'an administrator': adminId, 'a member': member.id }[owner] ?? null;
    const { key: bearer } = await createToken(server, two.accountId, { userId, apps: [appId] });
    for (const endpoint of LISTS) {
      for (const query of ['', '?q=a', '?q=hidden']) {
        const { payload } = await server.http.inject({
          method: 'GET',
          url: fillPath(endpoint.path, two) + query,
          headers: { authorization: `Bearer ${bearer}` },
        });
        expect(payload, routeOf(endpoint)).not.toContain(hidden);
        expect(payload, routeOf(endpoint)).not.toContain(hiddenEnv);
        expect(payload, routeOf(endpoint)).not.toMatch(/hidden/i);
      }
    }
    const seen = await server.call<readonly { id: string }[]>('GET', '/api/apps', {
      token: bearer,
    });
    expect(seen.body.map(({ id }) => id)).toEqual([appId]);
  });

  async function anotherApplication({ adminToken: token }: FurnishedCompany): Promise<string[]> {
    const body = { name: 'Hidden shop', environments: [{ name: 'Hidden place' }] };
    const { body: made } = await server.call<{ id: string; environments: { id: string }[] }>(
      'POST',
      '/api/apps',
      { token, body },
    );
    const toggle = { name: 'hidden-toggle', values: ['on', 'off'], defaultValue: 'off' };
    await server.call('POST', `/api/apps/${made.id}/toggles`, { token, body: toggle });
    return [made.id, made.environments[0]?.id ?? ''];
  }
});
