import type { Rule } from '@comporta/engine/snapshot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { experiments } from '../tables/experiments.ts';
import {
  createApplication,
  createCompany,
  createExperiment,
  createToggle,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const everyone = (split: Record<string, number>): Rule => ({
  type: 'ALL_USERS',
  valueSpec: { type: 'SPLIT', split },
});

it('CDW-12: the outcome follows the rules, also in rows of an earlier release or of the previous one beside this', async () => {
  const { accountId, token, id: userId } = await createCompany(server);
  const application = await createApplication(server, accountId);
  const [envId] = application.environmentIds;
  const toggleId = await createToggle(server, application.id);
  // A row as it was before the column existed.
  const id = await createExperiment(server, application, toggleId, [
    everyone({ enabled: 70, disabled: 30 }),
  ]);
  const path = `/api/apps/${application.id}/envs/${envId}/experiments/${id}`;
  const summary = async () => {
    const list = `/api/apps/${application.id}/experiments`;
    return (await server.call<object[]>('GET', list, { token })).body[0];
  };
  const shares = { enabled: 70, disabled: 30 };
  expect(await summary()).toMatchObject({
    outcome: { type: 'SPLIT', shares },
    version: 1,
    lastChanged: { by: { name: 'Ana' } },
  });

  const body = { rules: [everyone({ enabled: 20, disabled: 80 })] };
  await server.call('PUT', path, { token, body });
  expect(await summary()).toMatchObject({
    outcome: { type: 'SPLIT', shares: { enabled: 20, disabled: 80 } },
    lastChanged: { by: { id: userId, name: 'Ana' } },
  });

  // The previous release writes rules and version, and leaves the column as it is.
  await server.database.sql
    .update(experiments)
    .set({ rules: [{ ...everyone({ enabled: 100 }), id: newId() }], version: 3 })
    .where(eq(experiments.id, id));
  expect(await summary()).toMatchObject({ outcome: { type: 'EVERYONE', value: 'enabled' } });
});

it('CDW-12: a summary names the experiments that depend on its toggle', async () => {
  const { accountId, token } = await createCompany(server);
  const application = await createApplication(server, accountId);
  const [envId] = application.environmentIds;
  const asked = await createToggle(server, application.id, { name: 'asked' });
  const asking = await createToggle(server, application.id, { name: 'asking' });
  await createExperiment(server, application, asked, [everyone({ enabled: 100 })]);
  const dependency = { toggleId: asked, value: 'enabled' };
  const valueSpec = { type: 'EXACT_VALUE', exactValue: 'enabled' };
  const created = await server.call<{ id: string }>(
    'POST',
    `/api/apps/${application.id}/envs/${envId}/experiments`,
    {
      token,
      body: {
        toggleId: asking,
        rules: [
          { type: 'TOGGLE_DEPENDENCY', toggleDependencyRule: dependency, valueSpec },
          { type: 'ALL_USERS', valueSpec },
        ],
      },
    },
  );
  expect(created.status).toBe(201);
  const list = await server.call('GET', `/api/apps/${application.id}/experiments`, { token });
  expect(list.body).toMatchObject([
    { toggleId: asked, dependents: [{ id: created.body.id, toggleName: 'asking' }] },
    { toggleId: asking, dependents: [] },
  ]);
});
