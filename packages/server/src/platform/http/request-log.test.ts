import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createApplication, createCompany, type TestUser } from '../../testing/builders.ts';
import { logIn } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLog } from '../base/log.ts';

let server: TestServer;
let admin: TestUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  server = await startTestServer({ TRUST_PROXY: 'loopback' }, log);
  admin = await createCompany(server);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

it('one line has the caller, the route and the outcome, with the request id of the response', async () => {
  const { id } = await createApplication(server, admin.accountId);
  const answer = await server.call('GET', `/api/apps/${id}/properties`, { token: admin.token });
  expect(lines).toEqual([
    {
      level: 'info',
      time: expect.any(String),
      requestId: answer.headers['x-request-id'],
      method: 'GET',
      route: '/api/apps/:appId/properties',
      status: 200,
      ms: expect.any(Number),
      accountId: admin.accountId,
      userId: admin.id,
      msg: 'answered',
    },
  ]);
});

it('the line of a refused call has the error code', async () => {
  await server.call('GET', '/api/users', { token: 'unknown' });
  await server.call('POST', '/api/apps', { token: admin.token, body: { name: 1 } });
  expect(lines).toMatchObject([
    { route: '/api/users', status: 401, errorCode: 'UNAUTHORIZED' },
    { route: '/api/apps', status: 400, errorCode: 'INVALID_BODY', userId: admin.id },
  ]);
});

describe('a login that failed', () => {
  it('has its own line, with the user and the IP address', async () => {
    const { email, id: userId, accountId } = admin;
    const answer = await logIn(server, { email, password: 'wrong1', from: '192.0.2.1' });
    expect(lines).toMatchObject([
      {
        msg: 'login failed',
        level: 'info',
        requestId: answer.headers['x-request-id'],
        errorCode: 'WRONG_CREDENTIALS',
        address: '192.0.2.1',
        accountId,
        userId,
      },
      { msg: 'answered', status: 400, errorCode: 'WRONG_CREDENTIALS' },
    ]);
  });

  it('is logged without the e-mail when no user has it', async () => {
    const email = 'nobody@example.com';
    await logIn(server, { email, password: 'wrong1', from: '192.0.2.1' });
    expect(lines[0]).toEqual({
      level: 'info',
      time: expect.any(String),
      requestId: expect.any(String),
      errorCode: 'WRONG_CREDENTIALS',
      address: '192.0.2.1',
      msg: 'login failed',
    });
  });

  it('never logs the e-mail or the password, even if they were typed into the wrong field', async () => {
    await logIn(server, { email: admin.email, password: 'my-secret-1', from: '192.0.2.1' });
    await logIn(server, { email: 'my-secret-1', password: admin.email, from: '192.0.2.1' });
    expect(JSON.stringify(lines)).not.toContain('my-secret-1');
    expect(JSON.stringify(lines)).not.toContain(admin.email);
  });

  it('is also logged with its IP address when it exceeds the rate limit', async () => {
    const tries = Array.from({ length: 11 }, () =>
      logIn(server, { email: admin.email, password: 'wrong1', from: '192.0.2.2' }),
    );
    await Promise.all(tries);
    expect(lines).toContainEqual(
      expect.objectContaining({
        route: '/oauth/token',
        status: 429,
        errorCode: 'RATE_LIMITED',
        address: '192.0.2.2',
      }),
    );
  });
});

it('no token, address, query or body is in the log', async () => {
  const secret = 'abcdefghijklmnopqrstuvwxyz';
  await server.call('POST', `/api/users/passwords/${secret}?ticket=${secret}`, {
    token: secret,
    body: { value: secret, confirmation: secret },
  });
  await server.http.inject(`/${secret}`); // The console's page, which is not JSON.
  await server.call('GET', `/assets/${secret}`);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it('frequent requests of systems, such as toggle fetches and events, are not logged', async () => {
  await server.call('GET', '/api/toggles?uid=1');
  await server.call('POST', '/api/events', { body: { events: [] } });
  await server.call('GET', '/livez');
  expect(lines).toEqual([]);
});

describe('OPS-20: a request', () => {
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

  it('keeps its id and trace in the response and in the log', async () => {
    const headers = { 'x-request-id': 'req-2026-11-22.7', traceparent };
    const answer = await server.call('GET', '/api/users', { token: 'unknown', headers });
    expect(answer.headers).toMatchObject(headers);
    expect(answer.body).toMatchObject({ request_id: 'req-2026-11-22.7' });
    expect(lines).toMatchObject([
      { requestId: 'req-2026-11-22.7', traceId: '0af7651916cd43dd8448eb211c80319c' },
    ]);
  });

  it.each([
    ['an id with blanks', { 'x-request-id': 'one two three' }],
    ['an id that is too long', { 'x-request-id': 'a'.repeat(129) }],
    ['a trace of zeros', { traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
    ['a trace of an invalid version', { traceparent: traceparent.replace('00', 'ff') }],
  ])('does not keep %s', async (_, headers) => {
    const answer = await server.call('GET', '/api/users', { token: 'unknown', headers });
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers).not.toHaveProperty('traceparent');
    expect(lines[0]).not.toHaveProperty('traceId');
  });
});
