import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IS_NIGHTLY } from '../../acceptance/nightly.ts';
import { newClientKey } from '../../identity/keys/environment-key.ts';
import {
  createApplication,
  createClientKey,
  createCompany,
  createExperiment,
  createProperty,
  createTargetGroup,
  createToggle,
  type TestApplication,
} from '../../testing/builders.ts';
import { endpointsOfContract } from '../../testing/contract-endpoints.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const FLAGS = '/ofrep/v1/evaluate/flags';
const SHOP = 'https://shop.example.com';
/** Texts that only rules and hidden toggles contain: no response may have any of them. */
const SECRETS = ['secret-term', 'Secret group', 'secret-user', 'internal-toggle', 'kill-switch'];
/** Enough for every address several times. */
const RANDOM_REQUESTS = IS_NIGHTLY ? 10_000 : 3_000;

let server: TestServer;
let application: TestApplication;
let environmentId: string;
let key: string;
/** The ids and the email of the company and the user behind the key. */
let identities: readonly string[];

beforeAll(async () => {
  server = await startTestServer({
    CLIENT_REQUESTS_PER_SECOND: '1000000',
    CLIENT_POINTS_PER_SECOND: '1000000',
  });
  const admin = await createCompany(server);
  identities = [admin.id, admin.accountId, admin.email];
  application = await createApplication(server, admin.accountId);
  [environmentId = ''] = application.environmentIds;
  await furnish(application);
  key = await createClientKey(server, environmentId);
});
afterAll(() => server.close());

/** Toggles with rules of every kind, some of them not available to clients. */
async function furnish({ id }: TestApplication): Promise<void> {
  const on = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
  const off = {
    type: 'ALL_USERS',
    valueSpec: { type: 'EXACT_VALUE', exactValue: 'disabled' },
  } as const;
  const plan = await createProperty(server, id, { key: 'plan', type: 'STRING' });
  const group = await createTargetGroup(server, id, { name: 'Secret group', uids: 'secret-user' });
  const internal = await createToggle(server, id, {
    name: 'internal-toggle',
    availableToClients: false,
  });
  await createToggle(server, id, { name: 'kill-switch', availableToClients: false });
  const open = await createToggle(server, id, { name: 'checkout' });
  const split = await createToggle(server, id, { name: 'half' });
  const dependent = await createToggle(server, id, { name: 'dependent' });
  const target = await createToggle(server, id, { name: 'grouped' });
  const propertyRule = { propertyId: plan, expression: 'EQUALS', term: 'secret-term' } as const;
  await createExperiment(server, application, internal, [
    { type: 'PROPERTY', propertyRule, valueSpec: on },
    off,
  ]);
  await createExperiment(server, application, open, [
    { type: 'PROPERTY', propertyRule, valueSpec: on },
    off,
  ]);
  await createExperiment(server, application, split, [
    { type: 'ALL_USERS', valueSpec: { type: 'SPLIT', split: { enabled: 50, disabled: 50 } } },
  ]);
  const toggleDependencyRule = { toggleId: internal, value: 'enabled' };
  await createExperiment(server, application, dependent, [
    { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule, valueSpec: on },
    off,
  ]);
  const targetGroupRule = { policy: 'ANY_OF', targetGroupsIds: [group] } as const;
  await createExperiment(server, application, target, [
    { type: 'TARGET_GROUP', targetGroupRule, valueSpec: on },
    off,
  ]);
}

interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Flags {
  readonly flags: readonly Record<string, unknown>[];
  readonly metadata: unknown;
  readonly eventStreams: readonly { readonly endpoint: { readonly requestUri: string } }[];
}

function bulk(token: string, context: object = {}, headers: Record<string, string> = {}) {
  return server.call<Flags>('POST', FLAGS, { token, body: { context }, headers });
}

describe('SDK-05, SEC-18: a client key', () => {
  it('gets the toggles that are available to clients, without their rules', async () => {
    const { status, body } = await bulk(key, { targetingKey: 'ana', plan: 'secret-term' });
    expect(status).toBe(200);
    expect(body.flags).toEqual([
      { key: 'checkout', reason: 'TARGETING_MATCH', value: true, variant: 'enabled' },
      { key: 'dependent', reason: 'TARGETING_MATCH', value: true, variant: 'enabled' },
      { key: 'grouped', reason: 'DEFAULT', value: false, variant: 'disabled' },
      { key: 'half', reason: 'SPLIT', value: expect.any(Boolean), variant: expect.any(String) },
    ]);
    expect(body.metadata).toEqual({ environment: 'Production', revision: 0 });
  });

  it('gets one of them; a toggle that is not available is answered as not found', async () => {
    const context = { targetingKey: 'ana' };
    const one = await server.call('POST', `${FLAGS}/checkout`, { token: key, body: { context } });
    expect(one).toMatchObject({ status: 200, body: { key: 'checkout', value: false } });
    expect((one.body as { metadata: unknown }).metadata).toEqual({
      environment: 'Production',
      revision: 0,
    });
    for (const name of ['internal-toggle', 'no-toggle']) {
      const answer = await server.call('POST', `${FLAGS}/${name}`, {
        token: key,
        body: { context },
      });
      expect(answer).toMatchObject({
        status: 404,
        body: { key: name, errorCode: 'FLAG_NOT_FOUND' },
      });
    }
  });

  it('gets 304 for the tag of an equal answer, with the address of the stream of changes', async () => {
    const first = await bulk(key, { targetingKey: 'ana' });
    const tag = String(first.headers.etag);
    for (const _ of [1, 2]) {
      const again = await bulk(key, { targetingKey: 'ana' }, { 'if-none-match': tag });
      expect(again).toMatchObject({ status: 304, body: undefined });
      expect(again.headers['x-comporta-event-stream']).toBe(
        first.body.eventStreams[0]?.endpoint.requestUri,
      );
    }
  });

  it('gives access to nothing else: every method of every path of the API, 500 requests', async () => {
    const endpoints = await endpointsOfContract();
    const paths = new Set(endpoints.map(({ path }) => path.replaceAll(/:\w+/g, environmentId)));
    let asked = 0;
    for (const path of paths) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'] as const) {
        const isOpened = path.startsWith('/ofrep/v1/evaluate') || path === '/api/events';
        if (isOpened && method === 'POST') continue;
        for (const name of ['authorization', 'x-api-key']) {
          const value = name === 'authorization' ? `Bearer ${key}` : key;
          const answer = await server.http.inject({
            method: method as 'GET',
            url: path,
            headers: { [name]: value, 'content-type': 'application/json' },
            ...(method === 'GET' || method === 'HEAD' ? {} : { payload: '{}' }),
          });
          asked += 1;
          const isOpen = endpoints.some(
            (one) =>
              one.method === (method === 'HEAD' ? 'GET' : method) &&
              ['public', 'client'].includes(one.access) &&
              one.path.replaceAll(/:\w+/g, environmentId) === path,
          );
          const isRefused = [401, 403, 404, 405].includes(answer.statusCode);
          expect(isRefused || isOpen, `${method} ${path}: ${answer.statusCode}`).toBe(true);
          expect(SECRETS.filter((secret) => answer.payload.includes(secret))).toEqual([]);
        }
      }
    }
    expect(asked).toBeGreaterThanOrEqual(500);
  });

  it(`reveals no terms, groups, users or other toggles in ${RANDOM_REQUESTS} random requests to every address`, async () => {
    const { body: document } = await server.call<ApiDocument>('GET', '/api/openapi.json');
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ path, method: method.toUpperCase() })),
    );
    const asked = new Set<string>();
    for (let round = 0; round < RANDOM_REQUESTS; round += 1) {
      const operation = operations[Math.floor(round / 2) % operations.length];
      const isAnywhere = round % 2 === 0 && operation !== undefined;
      const request = isAnywhere ? { ...randomRequest(), ...anywhere(operation) } : randomRequest();
      asked.add(`${request.method} ${isAnywhere ? operation.path : request.url}`);
      const { payload } = await server.http.inject(request);
      const told = [...SECRETS, ...identities].filter((secret) => payload.includes(secret));
      if (told.length > 0 || /ruleOrder|ruleType|experimentId/.test(payload)) {
        throw new Error(`${request.method} ${request.url} told ${told}: ${payload}`);
      }
    }
    const missed = operations.filter(({ method, path }) => !asked.has(`${method} ${path}`));
    expect(missed).toEqual([]);
    expect(operations.length).toBeGreaterThan(80);
  }, 600_000); // At night 15 s of a processor: on a very busy machine that is more than two minutes.

  /** An operation of the API's document with ids that exist, or one of the other methods of its path. */
  function anywhere({ path, method }: { readonly path: string; readonly method: string }) {
    const url = path.replaceAll(/\{(\w+)\}/g, (_text, name: string) =>
      name === 'appId' ? application.id : environmentId,
    );
    const other = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD'][randomInt(6)];
    return { url, method: (randomInt(3) === 0 ? other : method) as 'GET' };
  }

  function randomRequest() {
    const pick = <Item>(items: readonly Item[]): Item => items[randomInt(items.length)] as Item;
    // The hidden names themselves are left out, because a refusal repeats the name.
    const name = pick([
      '',
      '/checkout',
      '/half',
      '/dependent',
      '/grouped',
      '/x',
      '/%zz',
      '/a%2Fb',
      '?flagConfigEtag=revision-9',
    ]);
    const context = pick<unknown>([
      {},
      { targetingKey: `user-${randomInt(1000)}` },
      { targetingKey: `user-${randomInt(1000)}`, plan: pick(['pro', 'free', `${randomInt(9)}`]) },
      { plan: [1], uid: 'x', group: 'y' },
      { targetingKey: 7 },
      null,
      'context',
    ]);
    const body = pick([JSON.stringify({ context }), JSON.stringify(context), '{"context":', '']);
    return {
      method: pick(['POST', 'POST', 'POST', 'GET', 'PUT', 'DELETE'] as const),
      url: pick([`${FLAGS}${name}`, `${FLAGS}${name}`, '/api/toggles', '/api/sdk/snapshot']),
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': pick(['application/json', 'application/json', 'text/plain']),
        ...(randomInt(2) === 0 && { origin: SHOP }),
      },
      payload: body,
    };
  }
});

describe('the origins of a client key', () => {
  it('decide which pages may read responses; an app sends no origin and is answered', async () => {
    const { environmentIds } = await createApplication(
      server,
      (await createCompany(server)).accountId,
    );
    const token = await createClientKey(server, environmentIds[0] ?? '', [SHOP]);
    const own = await bulk(token, {}, { origin: SHOP });
    expect(own).toMatchObject({ status: 200, headers: { 'access-control-allow-origin': SHOP } });
    expect(String(own.headers.vary)).toContain('Origin');
    expect((await bulk(token)).status).toBe(200);

    const other = await bulk(token, {}, { origin: 'https://evil.example.com' });
    expect(other).toMatchObject({ status: 403, body: { errorCode: 'GENERAL' } });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();

    const { requestUri = '' } = own.body.eventStreams[0]?.endpoint ?? {};
    const headers = { origin: 'https://evil.example.com' };
    expect((await server.call('GET', requestUri, { headers })).status).toBe(403);
  });

  it('allow every page when the list is empty', async () => {
    const { status, headers } = await bulk(key, {}, { origin: SHOP });
    expect([status, headers['access-control-allow-origin']]).toEqual([200, SHOP]);
  });

  it('UNAUTHORIZED: a page can read that its key is not valid', async () => {
    const { status, headers } = await bulk(newClientKey(), {}, { origin: SHOP });
    expect([status, headers['access-control-allow-origin']]).toEqual([401, '*']);
  });
});

describe('the limit of a client key', () => {
  it('T14: is 50 requests per second for one address; refusals have Retry-After', async () => {
    const edge = '203.0.113.7';
    const limited = await startTestServer({ TRUST_PROXY: `loopback,${edge}` });
    const { accountId } = await createCompany(limited);
    const { environmentIds } = await createApplication(limited, accountId);
    const token = await createClientKey(limited, environmentIds[0] ?? '');
    const ask = (address: string) =>
      limited.call('POST', FLAGS, {
        token,
        body: { context: {} },
        headers: { origin: SHOP, 'x-forwarded-for': address },
      });
    const many = (address: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => ask(address)));
    // Far more than the limit of a second, so that some are refused however slow this machine is.
    const answers = await many('198.51.100.1', 1_000);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(answers.length - refused.length).toBeGreaterThanOrEqual(50);
    expect(refused[0]).toMatchObject({
      status: 429,
      headers: { 'retry-after': '1', 'access-control-allow-origin': SHOP },
      body: { errorCode: 'GENERAL' },
    });
    expect((await ask('198.51.100.2')).status).toBe(200);
    // All IPv6 addresses of one network count as one.
    const network = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) => ask(`2001:db8::${n.toString(16)}`)),
    );
    expect(network.some(({ status }) => status === 429)).toBe(true);

    const at = new Date().toISOString();
    const event = { type: 'track', id: '1', key: 'bought', uid: 'ana', at };
    const report = (forwarded: string) =>
      limited.call('POST', '/api/events', {
        token,
        body: { events: [event] },
        headers: { origin: SHOP, 'x-forwarded-for': forwarded },
      });
    // The visitors of an edge node count one by one, and none can invent an address.
    const visitors = await Promise.all(
      Array.from({ length: 51 }, (_, n) => report(`198.51.100.${n + 10}, ${edge}`)),
    );
    expect(new Set(visitors.map(({ status }) => status))).toEqual(new Set([200]));
    const forger = await Promise.all(
      Array.from({ length: 1_000 }, (_, n) =>
        report(`10.0.${Math.floor(n / 250)}.${n % 250}, 198.51.100.3, ${edge}`),
      ),
    );
    expect(forger.some(({ status }) => status === 429)).toBe(true);
    await limited.close();
  });
});
