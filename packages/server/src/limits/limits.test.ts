import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApplication, createCompany, createUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"TRIAL":{"MAX_APPS":3,"MAX_USERS":5}}' });
});
afterAll(() => server.close());

it("limits show the account's own counts and what its plan allows", async () => {
  const trial = await createCompany(server, 'TRIAL');
  const application = await createApplication(server, trial.accountId);
  const user = await createUser(server, trial.accountId);
  const other = await createCompany(server);
  await createApplication(server, other.accountId);
  await server.call('POST', `/api/apps/${application.id}/toggles`, {
    token: trial.token,
    body: { name: 'one', values: ['enabled', 'disabled'], defaultValue: 'disabled' },
  });

  const { status, body } = await server.call('GET', '/api/accounts/limits', { token: user.token });
  expect(status).toBe(200);
  expect(body).toEqual({
    MAX_APPS: { type: 'LIMITED', currentCount: 1, maxLimit: 3 },
    MAX_FEATURE_TOGGLES: { type: 'UNLIMITED', currentCount: 1, maxLimit: null },
    MAX_USERS: { type: 'LIMITED', currentCount: 2, maxLimit: 5 },
  });
});

it('UNAUTHORIZED: limits need a session or a key', async () => {
  expect(await server.call('GET', '/api/accounts/limits')).toMatchObject({ status: 401 });
});
