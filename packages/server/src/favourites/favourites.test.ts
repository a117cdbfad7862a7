import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { toggles } from '../tables/toggles.ts';
import { createApplication, createCompany, createToggle, createUser } from '../testing/builders.ts';
import { countLockWaits } from '../testing/test-database.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PATH = '/api/users/me/favourites';
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

it('CDW-25: each user has their own favourites, in the order they were added; others need a grant', async () => {
  const { accountId } = await createCompany(server);
  const application = await createApplication(server, accountId);
  const toggle = await createToggle(server, application.id);
  const bia = await createUser(server, accountId, { apps: [application.id] });
  const caio = await createUser(server, accountId, { apps: [application.id] });
  const listOf = async ({ token }: { token: string }) =>
    (await server.call('GET', PATH, { token })).body;
  for (const favourite of [`toggle/${toggle}`, `application/${application.id}`]) {
    for (let twice = 0; twice < 2; twice++) {
      const added = await server.call('PUT', `${PATH}/${favourite}`, { token: bia.token });
      expect(added.status).toBe(204);
    }
  }
  expect(await listOf(bia)).toEqual([
    { type: 'toggle', id: toggle, appId: application.id },
    { type: 'application', id: application.id, appId: application.id },
  ]);
  expect(await listOf(caio)).toEqual([]);
  await server.call('DELETE', `${PATH}/toggle/${toggle}`, { token: bia.token });
  expect(await listOf(bia)).toMatchObject([{ type: 'application' }]);

  const stranger = await createUser(server, accountId);
  const refused = await server.call('PUT', `${PATH}/toggle/${toggle}`, { token: stranger.token });
  expect(refused.status).toBe(404);
});

it('NOT_FOUND: a toggle that is deleted while it is added', async () => {
  const { sql } = server.database;
  const { accountId, token } = await createCompany(server);
  const application = await createApplication(server, accountId);
  const toggle = await createToggle(server, application.id);
  const { adding } = await sql.transaction(async (deletion) => {
    await deletion.delete(toggles).where(eq(toggles.id, toggle));
    const adding = server.call('PUT', `${PATH}/toggle/${toggle}`, { token });
    await expect.poll(() => countLockWaits(sql)).toBe(1);
    return { adding };
  });
  expect(await adding).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
});
