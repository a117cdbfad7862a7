import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const REQUEST_TIMEOUT_MS = 60_000;
const SHORT_MS = 500;

let server: TestServer;
let listener: Server;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  server = await startTestServer(
    {},
    createLog('info', { write: (line) => lines.push(JSON.parse(line)) }),
  );
  listener = server.http.server;
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

async function open(head: string): Promise<Socket> {
  const { port } = listener.address() as AddressInfo; // It listens on a port.
  const socket = connect(port, '127.0.0.1');
  await once(socket, 'connect');
  socket.on('error', () => {}); // The service may close the connection.
  socket.write(head.replaceAll('\n', '\r\n'));
  return socket;
}

const openConnections = () =>
  new Promise((resolve) => listener.getConnections((_error, count) => resolve(count)));
const alarms = () => lines.filter(({ level }) => level !== 'info');

it('SEC-05, FAIR-10: requests time out after a minute, and the number of connections is limited', () => {
  expect(listener.requestTimeout).toBe(REQUEST_TIMEOUT_MS);
  expect(listener.maxConnections).toBe(20_000);
});

describe('on a socket', () => {
  beforeAll(async () => {
    listener.requestTimeout = SHORT_MS;
    listener.headersTimeout = SHORT_MS;
    Object.assign(listener, { connectionsCheckingInterval: 50 });
    await server.http.listen({ host: '127.0.0.1', port: 0 });
  });

  it('SEC-05: a body that takes too long is cut off; nothing above level info is logged', async () => {
    const since = performance.now();
    const socket = await open(
      'POST /api/users/reset-password HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 1000\n\n',
    );
    const drip = setInterval(() => socket.write(' '), 50);
    socket.resume();
    await once(socket, 'close');
    clearInterval(drip);
    expect(performance.now() - since).toBeGreaterThan(SHORT_MS * 0.9);
    expect(alarms()).toEqual([]);
  });

  it('SEC-05: when a client disconnects while sending a body, nothing above level info is logged', async () => {
    const socket = await open(
      'POST /api/users/reset-password HTTP/1.1\nhost: localhost\ncontent-type: application/json\ncontent-length: 1000\n\n{',
    );
    socket.destroy();
    await expect.poll(openConnections).toBe(0);
    await new Promise((resolve) => setTimeout(resolve, 50)); // Time for a late log line.
    expect(alarms()).toEqual([]);
  });

  it('SEC-05: an event stream is not cut off', async () => {
    const { accountId } = await createCompany(server);
    const { environmentIds } = await createApplication(server, accountId);
    const key = await createEnvironmentKey(server, environmentIds[0] ?? '');
    const socket = await open(
      `GET /api/sdk/stream HTTP/1.1\nhost: localhost\nauthorization: Bearer ${key}\n\n`,
    );
    await once(socket, 'data');
    await new Promise((resolve) => setTimeout(resolve, SHORT_MS * 3));
    expect(socket.closed).toBe(false);
    socket.destroy();
  });

  it.each([
    ['two', 'host: localhost\nHost: other\n', 400],
    ['two equal ones', 'host: localhost\nhost: localhost\n', 400],
    ['one', 'host: localhost\n', 200],
  ])('SEC-24: a request with Host headers: %s', async (_count, hosts, status) => {
    const socket = await open(`GET /livez HTTP/1.1\n${hosts}connection: close\n\n`);
    const answer = await text(socket);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    if (status === 400) expect(answer).toContain('"error_code":"MALFORMED_REQUEST"');
  });

  it.each([
    ['no HTTP', 'nonsense\n\n'],
    ['an expectation', 'GET /api/users HTTP/1.1\nhost: localhost\nexpect: miracles\n\n'],
  ])('SEC-13: %s is refused with the standard response headers', async (_what, head) => {
    const socket = await open(head);
    socket.end();
    const answer = (await text(socket)).toLowerCase();
    expect(answer).toContain('x-content-type-options: nosniff');
    expect(answer).toContain('cache-control: no-store');
  });
});

describe('SEC-13: every response', () => {
  let token: string;
  let key: string;
  beforeAll(async () => {
    const { accountId } = await createCompany(server);
    const { id, environmentIds } = await createApplication(server, accountId);
    ({ token } = await createUser(server, accountId, { apps: [id] }));
    key = await createEnvironmentKey(server, environmentIds[0] ?? '');
  });

  it.each([
    ['GET', '/livez', {}],
    ['GET', '/readyz', {}],
    ['GET', '/metrics', {}],
    ['GET', '/nowhere', {}],
    ['GET', '/', { accept: 'text/html' }],
    ['GET', '/assets/nothing.js', {}],
    ['GET', '/api/nowhere', {}],
    ['GET', '/api/docs', {}],
    ['GET', '/api/docs/static/swagger-ui.css', {}],
    ['GET', '/api/openapi.json', {}],
    ['GET', '/api/config', {}],
    ['GET', '/api/toggles', {}],
    ['POST', '/api/apps', { 'content-type': 'application/json', payload: '{' }],
    ['POST', '/api/apps', { 'content-type': 'text/plain', payload: 'x' }],
    ['POST', '/api/apps', { 'content-type': 'application/json', payload: ' '.repeat(1_100_000) }],
    ['POST', '/oauth/token', {}],
    ['POST', '/ofrep/v1/evaluate/flags', { 'content-type': 'application/json', payload: '{' }],
    ['POST', '/ofrep/v1/evaluate/flags', {}],
    ['GET', '/ofrep/v1/nowhere', {}],
  ])('%s %s', async (method, url, { payload, ...headers }: Record<string, string>) => {
    const authorization = `Bearer ${/toggles|ofrep/.test(url) ? key : token}`;
    const answer = await server.http.inject({
      method: method as 'GET', // inject's own list of methods.
      url,
      headers: { authorization, ...headers },
      ...(payload !== undefined && { payload }),
    });
    expect(answer.headers['x-content-type-options']).toBe('nosniff');
    if (/^\/(api|oauth|ofrep)\//.test(url)) {
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });
});

describe('SEC-12: requests of vulnerability scanners', () => {
  it.each(['/api/docs/static/../../x', '/api/docs/static/%00'])(
    'NOT_FOUND: %s, and nothing above level info is logged',
    async (path) => {
      const socket = await open(`GET ${path} HTTP/1.1\nhost: localhost\nconnection: close\n\n`);
      const answer = await text(socket);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(answer).toContain('"error_code":"NOT_FOUND"');
      expect(alarms()).toEqual([]);
    },
  );
});
