import type { Endpoint } from '@comporta/contract/endpoint';
import { streamRevisions } from '@comporta/contract/evaluation/sdk-api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aThirdOf } from '../acceptance/nightly.ts';
import { endpointsOfContract, fieldsOf, routeOf, smallestBodyOf } from './contract-endpoints.ts';
import { createFurnishedCompany, type FurnishedCompany, fillPath } from './furnished-company.ts';
import { startTestServer, type TestServer } from './test-server.ts';

const ALL = await endpointsOfContract();
const cases = (keep: (endpoint: Endpoint) => boolean) =>
  ALL.filter(keep).map((endpoint) => [routeOf(endpoint), endpoint] as const);

let server: TestServer;
let company: FurnishedCompany;

beforeAll(async () => {
  server = await startTestServer();
  company = await createFurnishedCompany(server);
});
afterAll(() => server.close());

const NOT_JSON = ['{', '', 'null', '[]', '"text"', '5', `${'['.repeat(40)}${']'.repeat(40)}`];
const WRONG_VALUES = aThirdOf('wrong values', [
  ...[null, true, 5, -1.5, '', 'x', 'x'.repeat(100_001), 'a\u0000b', '\uD800'],
  ...[[], [[]], [null], ['x'], [{}], {}, { id: 5 }],
]);

describe('every endpoint, sent nonsense', () => {
  const withBody = cases((endpoint) => endpoint.body !== undefined);

  it.each(withBody)('%s refuses it with a code, or accepts it', async (_route, endpoint) => {
    const smallest = smallestBodyOf(endpoint);
    const bodies = [
      ...NOT_JSON,
      ...fieldsOf(endpoint).flatMap((field) =>
        WRONG_VALUES.map((value) => JSON.stringify({ ...smallest, [field]: value })),
      ),
    ];
    for (const payload of bodies) {
      await expectSense(endpoint, fillPath(endpoint.path, company), payload);
    }
  });

  const withParameters = cases(({ path }) => path.includes(':'));
  const WRONG_IDS = aThirdOf('wrong ids', [
    ...['%00', '%ff', '.', '%2e%2e%2f', "'", '0', 'x'.repeat(2_000), '%F0%9F%98%80'],
  ]);

  it.each(withParameters)('%s refuses it in the path', async (_route, endpoint) => {
    const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    for (const wrong of WRONG_IDS) {
      for (const name of names) {
        const path = fillPath(endpoint.path, company, (id, of) => (of === name ? wrong : id));
        const payload = JSON.stringify(smallestBodyOf(endpoint));
        await expectSense(endpoint, path, payload);
      }
    }
  });

  const QUERIES = aThirdOf('wrong queries', [
    ...['=x', '=', '=-1', '=%00', '=%ff', '=1e99', '=1&{}=2', '[]=1', '[a]=1'],
  ]);
  // What it is sent on a stream, which ends only with its reader, is tried in change-streams.test.ts.
  const withQuery = cases(
    ({ query, method, path }) =>
      query !== undefined && method === 'GET' && path !== streamRevisions.path,
  );

  it.each(withQuery)('%s refuses it in the query', async (_route, endpoint) => {
    const shape: object | undefined = Reflect.get(endpoint.query ?? {}, 'shape');
    for (const name of [...Object.keys(shape ?? {}), 'unknown']) {
      for (const query of QUERIES) {
        const path = `${fillPath(endpoint.path, company)}?${name}${query.replace('{}', name)}`;
        await expectSense(endpoint, path);
      }
    }
  });
});

/** Expects that the request was accepted or refused with a code, and did not hit a bug of the server (5xx). */
async function expectSense(endpoint: Endpoint, path: string, body?: string): Promise<void> {
  const { method, access, form } = endpoint;
  const token = access.startsWith('environment') ? company.environmentKey : company.adminToken;
  const { statusCode, payload } = await server.http.inject({
    method,
    url: path,
    headers: {
      authorization: access === 'client' ? 'Basic Y29uc29sZTpjb25zb2xl' : `Bearer ${token}`,
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
    },
    ...(body !== undefined && { payload: body }),
  });
  const what = `${method} ${path} ${body}`.slice(0, 500);
  expect(statusCode, what).toBeLessThan(500);
  if (statusCode < 400) return;
  const refusal = JSON.parse(payload);
  // OFREP calls the field `errorCode`.
  expect(refusal.error_code ?? refusal.errorCode, what).toBeTypeOf('string');
}
