import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createApplication, createCompany, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { createLog } from './log.ts';

let server: TestServer;
let admin: TestUser;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line) => lines.push(JSON.parse(line)) });
  server = await startTestServer({}, log);
  admin = await createCompany(server);
});
beforeEach(() => {
  lines.length = 0;
});
afterAll(() => server.close());

it('one line tells who called which route and how it ended, under the id that the answer carries', async () => {
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

it('no token, address, query or body is in the log', async () => {
  const secret = 'abcdefghijklmnopqrstuvwxyz';
  await server.call('POST', `/api/users/passwords/${secret}?ticket=${secret}`, {
    token: secret,
    body: { value: secret, confirmation: secret },
  });
  await server.call('GET', `/${secret}`);
  expect(lines).toHaveLength(1);
  expect(JSON.stringify(lines)).not.toContain(secret);
});

it('what systems ask all the time is not in it', async () => {
  await server.call('GET', '/api/toggles?uid=1');
  await server.call('GET', '/livez');
  expect(lines).toEqual([]);
});
