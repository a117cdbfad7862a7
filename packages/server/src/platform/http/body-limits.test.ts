import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import type { Endpoint } from '@comporta/contract/endpoint';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpointsOfContract, routeOf } from '../../testing/contract-endpoints.ts';
import {
  createFurnishedCompany,
  type FurnishedCompany,
  fillPath,
} from '../../testing/furnished-company.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { newId } from '../base/ids.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const CONSOLE = 'Basic Y29uc29sZTpjb25zb2xl';

const ALL = (await endpointsOfContract()).filter(({ method }) => method !== 'GET');
const cases = (keep: (endpoint: Endpoint) => boolean) =>
  ALL.filter(keep).map((endpoint) => [routeOf(endpoint), endpoint] as const);

let server: TestServer;
let company: FurnishedCompany;
let port: number;

beforeAll(async () => {
  server = await startTestServer();
  company = await createFurnishedCompany(server);
  await server.http.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = server.http.server.address() as AddressInfo); // It listens on a port.
});
afterAll(() => server.close());

interface Head {
  readonly authorization?: string | undefined;
  readonly contentType?: string;
  readonly contentLength?: number;
  /** The first chunk of a body that does not end, without a Content-Length. */
  readonly chunk?: string;
}

/** Sends the head of a request without any byte of its body, unless it has a chunk. Returns the status and the error code. */
async function sendHead(method: string, path: string, head: Head): Promise<string> {
  const { authorization, contentType = 'application/json', contentLength, chunk } = head;
  const socket = connect(port, '127.0.0.1');
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: localhost',
    `content-type: ${contentType}`,
    chunk === undefined ? `content-length: ${contentLength}` : 'transfer-encoding: chunked',
    ...(authorization === undefined ? [] : [`authorization: ${authorization}`]),
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  if (chunk !== undefined) socket.write(`${chunk.length.toString(16)}\r\n${chunk}`);
  const [answer] = await once(socket, 'data', { signal: AbortSignal.timeout(10_000) });
  socket.destroy();
  const [, status] = /^HTTP\/1\.1 (\d+)/.exec(String(answer)) ?? [];
  // The second form is that of OFREP.
  const [, code] = /"error(?:_c|C|D)\w*":"([A-Z_]{5,})"/.exec(String(answer)) ?? [];
  return `${status} ${code}`;
}

/** The head of a valid request, apart from the body. */
function honestHead(endpoint: Endpoint): Pick<Head, 'authorization' | 'contentType'> {
  const token = {
    public: undefined,
    client: CONSOLE,
    user: `Bearer ${company.adminToken}`,
    admin: `Bearer ${company.adminToken}`,
    environmentKey: `Bearer ${company.environmentKey}`,
    environmentOrClientKey: `Bearer ${company.clientKey}`,
  }[endpoint.access];
  const [file] = endpoint.media ?? [];
  const contentType =
    file ?? (endpoint.form ? 'application/x-www-form-urlencoded' : 'application/json');
  return { authorization: token, contentType };
}

function limitOf({ path, form, access }: Endpoint): number {
  if (path.endsWith('/id-lists/:id/content')) return 64 * MIB;
  if (path.endsWith('/import')) return 32 * MIB;
  if (form) return 8 * KIB;
  return access === 'public' ? 16 * KIB : MIB;
}

describe('SEC-01: before any byte of the body is sent', () => {
  const needsCredential = ({ access }: Endpoint) => access !== 'public';
  const inApplication = ({ path }: Endpoint) => path.includes('/:appId');

  it.each(cases(needsCredential))('401: %s without a credential', async (_route, endpoint) => {
    const path = fillPath(endpoint.path, company);
    const head = { ...honestHead(endpoint), authorization: undefined, contentLength: 1_000 };
    expect(await sendHead(endpoint.method, path, head)).toMatch(/^401 /);
  });

  it.each(cases((endpoint) => endpoint.access === 'admin' || inApplication(endpoint)))(
    '403: %s for a user without the grant or right',
    async (_route, endpoint) => {
      const path = fillPath(endpoint.path, company);
      const authorization = `Bearer ${company.memberToken}`;
      const head = { ...honestHead(endpoint), authorization, contentLength: 1_000 };
      expect(await sendHead(endpoint.method, path, head)).toBe('403 FORBIDDEN');
    },
  );

  it.each(cases(inApplication))('404: %s of an unknown application', async (_route, endpoint) => {
    const path = fillPath(endpoint.path, company, newId);
    const head = { ...honestHead(endpoint), contentLength: 1_000 };
    expect(await sendHead(endpoint.method, path, head)).toBe('404 NOT_FOUND');
  });

  it.each(['/nowhere', '/api/nowhere', '/ofrep/v1/nowhere', '/livez'])(
    '404: %s does not accept POST',
    async (path) => {
      expect(await sendHead('POST', path, { contentLength: 1_000 })).toMatch(/^404 /);
    },
  );

  it.each(cases(() => true))('415: %s with a wrong media type', async (_route, endpoint) => {
    const path = fillPath(endpoint.path, company);
    const wrong = endpoint.form ? 'application/json' : 'application/x-www-form-urlencoded';
    const head = { ...honestHead(endpoint), contentType: wrong, contentLength: 1_000 };
    expect(await sendHead(endpoint.method, path, head)).toMatch(/^415 /);
  });

  it.each(cases(() => true))('413: %s with a body beyond its limit', async (_route, endpoint) => {
    const path = fillPath(endpoint.path, company);
    const head = { ...honestHead(endpoint), contentLength: limitOf(endpoint) + 1 };
    expect(await sendHead(endpoint.method, path, head)).toMatch(/^413 /);
  });
});

describe('a body', () => {
  const post = (path: string, payload: string, head: Record<string, string> = {}) =>
    server.http.inject({
      method: 'POST',
      url: path,
      payload,
      headers: {
        authorization: `Bearer ${company.adminToken}`,
        'content-type': 'application/json',
        ...head,
      },
    });

  it('SEC-01: with exactly as many bytes as the limit is accepted', async () => {
    const path = `/api/apps/${company.ids.appId}/properties`;
    const payload = JSON.stringify({ key: 'country', type: 'STRING' }).padEnd(MIB);
    expect((await post(path, payload)).statusCode).toBe(201);
    expect((await post(path, `${payload} `)).statusCode).toBe(413);
  });

  it.each(cases(({ path }) => path.endsWith('/import')))(
    '413: of %s, without a Content-Length, that grows beyond the limit',
    async (_route, endpoint) => {
      const head = { ...honestHead(endpoint), chunk: ' '.repeat(limitOf(endpoint) + 1) };
      const path = fillPath(endpoint.path, company);
      expect(await sendHead(endpoint.method, path, head)).toBe('413 PAYLOAD_TOO_LARGE');
    },
  );

  it('SEC-01: with too many JSON nodes is refused: LIMIT_EXCEEDED', async () => {
    const path = `/api/apps/${company.ids.appId}/properties`;
    for (const payload of [`[${'[],'.repeat(300_000)}[]]`, `{${'"k":0,'.repeat(100_000)}"k":0}`]) {
      const before = process.threadCpuUsage();
      const answer = await post(path, payload);
      const { user, system } = process.threadCpuUsage(before);
      expect(answer.json()).toMatchObject({
        error_code: 'LIMIT_EXCEEDED',
        meta_data: { field: 'nodes', limit: 50_000 },
      });
      expect((user + system) / 1_000, 'ms').toBeLessThan(100);
    }
  });

  it('SEC-01: commas and brackets inside strings do not count as nodes', async () => {
    const path = `/api/apps/${company.ids.appId}/target-groups`;
    const conditions = [{ propertyId: 'uid', expression: 'EQUALS', term: '\\"[,{'.repeat(15_000) }];
    const answer = await post(path, JSON.stringify({ name: 'Odd', policy: 'OR', conditions }));
    expect(answer.statusCode, answer.payload).toBe(201);
  });
});

describe('SEC-02: a form', () => {
  const logIn = (payload: string, authorization = CONSOLE) =>
    server.http.inject({
      method: 'POST',
      url: '/oauth/token',
      payload,
      headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
    });

  it('with more than 20 parameters is refused, with 20 it is accepted', async () => {
    const many = await logIn(Array.from({ length: 21 }, (_, n) => `p${n}=x`).join('&'));
    expect(many.statusCode).toBe(400);
    expect(many.json()).toMatchObject({
      error: 'invalid_request',
      error_code: 'LIMIT_EXCEEDED',
      meta_data: { field: 'parameters', limit: 20 },
    });
    const some = await logIn(Array.from({ length: 20 }, (_, n) => `p${n}=x`).join('&'));
    expect(some.json()).toMatchObject({ error_code: 'UNSUPPORTED_GRANT_TYPE' });
  });

  it('needs a valid client credential before anything else', async () => {
    const nobody = await logIn('a&'.repeat(4_000), 'Basic eDp5');
    expect(nobody.json()).toMatchObject({ error_code: 'UNAUTHORIZED' });
  });

  it.each([
    ['1 MiB', 'a&'.repeat(524_000), CONSOLE],
    ['8 KiB', 'a&'.repeat(4_095), CONSOLE],
    ['8 KiB with an unknown client credential', 'a&'.repeat(4_095), 'Basic eDp5'],
  ])('of %s is refused in less than 5 ms of processor time', async (_size, payload, client) => {
    const rounds = 20;
    await logIn(payload, client);
    const before = process.threadCpuUsage();
    for (let round = 0; round < rounds; round += 1) {
      expect((await logIn(payload, client)).statusCode).toBeGreaterThanOrEqual(400);
    }
    const { user, system } = process.threadCpuUsage(before);
    expect((user + system) / 1_000 / rounds).toBeLessThan(5);
  });

  it.each(['username', 'grant_type', 'unknown'])(
    'SEC-17: with %s twice is invalid_request',
    async (name) => {
      const form = `grant_type=password&username=nobody&password=x&unknown=1&${name}=2`;
      const answer = await logIn(form);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ error: 'invalid_request', error_code: 'INVALID_BODY' });
    },
  );
});
