import type { Comparison } from '@comporta/contract/compare/comparison';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const on = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId, ['Staging', 'Production']);
});
afterAll(() => server.close());

function compare(from: string | undefined, to: string | undefined) {
  const path = `/api/apps/${application.id}/compare?from=${from}&to=${to}`;
  return server.call<Comparison[] & { error_code?: string }>('GET', path, { token: admin.token });
}

it('SAF-60: toggles of two environments are compared, by their names', async () => {
  const [staging, production] = application.environmentIds;
  const inBoth = await createToggle(server, application.id, { name: 'both' });
  const inOne = await createToggle(server, application.id, { name: 'one' });
  await createToggle(server, application.id, { name: 'Another' });
  const everyone = { type: 'ALL_USERS', valueSpec: on } as const;
  const there = await createExperiment(server, application, inBoth, [everyone]);
  await createExperiment(server, application, inOne, [everyone]);
  const experiments = `/api/apps/${application.id}/envs/${staging}/experiments/${there}`;
  const cloned = await server.call('POST', `${experiments}/to/${production}`, {
    token: admin.token,
  });
  expect(cloned.status).toBe(201);
  const outcome = { type: 'EVERYONE', value: 'enabled' };
  expect((await compare(staging, production)).body).toMatchObject([
    { toggleName: 'Another', state: 'SAME', from: null, to: null },
    {
      toggleId: inBoth,
      toggleName: 'both',
      state: 'SAME',
      from: { id: there, status: 'ACTIVE', outcome },
      to: { status: 'ACTIVE', outcome },
      otherSalt: false,
      differences: [],
    },
    { toggleName: 'one', state: 'ONLY_FROM', from: { outcome }, to: null },
  ]);
  expect((await compare(production, staging)).body[2]).toMatchObject({ state: 'ONLY_TO' });
});

it('SAF-60: an environment of another application is unknown', async () => {
  const [staging] = application.environmentIds;
  const other = await createApplication(server, admin.accountId, ['Staging']);
  for (const unknown of [other.environmentIds[0], admin.id, 'nonsense']) {
    expect(await compare(staging, unknown)).toMatchObject({
      status: 404,
      body: { error_code: 'UNKNOWN_ENVIRONMENT' },
    });
  }
});
