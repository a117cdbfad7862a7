import type { Profile } from '@comporta/contract/users/user';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { applications } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
});
afterAll(() => server.close());

function read({ token }: TestUser) {
  return server.call<Profile>('GET', '/api/users/me', { token });
}

function save({ token }: TestUser, body: object, headers: Record<string, string> = {}) {
  return server.call<Profile>('PUT', '/api/users/me', { token, body, headers });
}

it('SPEC-10: a user who is not an administrator can change their own name, and nothing else', async () => {
  const { id: appId } = await createApplication(server, admin.accountId);
  const user = await createUser(server, admin.accountId, { apps: [appId] });
  const own = (await read(user)).body;
  expect(own).toEqual({ id: user.id, name: 'Ana', email: user.email, version: 1 });

  const wanted = { name: ' Rute ', admin: true, email: 'other@example.com', apps: [] };
  const saved = await save(user, wanted);
  expect(saved).toMatchObject({ status: 200, body: { ...own, name: 'Rute', version: 2 } });
  const asAdmin = await server.call('GET', `/api/users/${user.id}`, { token: admin.token });
  expect(asAdmin.body).toMatchObject({ name: 'Rute', admin: false, apps: [appId], version: 2 });
  const [entry] = await server.database.sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.entityId, user.id));
  expect(entry).toMatchObject({
    action: 'EDITED',
    actor: { id: user.id },
    before: { name: 'Ana' },
    after: { name: 'Rute' },
  });
});

it('SPEC-10: a concurrent save by an administrator is not overwritten', async () => {
  const user = await createUser(server, admin.accountId);
  expect((await save(user, { name: 'Rute' })).status).toBe(200);
  const late = await save(user, { name: 'Rita' }, { 'if-match': '"1"' });
  expect(late).toMatchObject({ status: 412, body: { error_code: 'VERSION_CONFLICT' } });
  expect((await read(user)).body.name).toBe('Rute');
});

it('is saved while an application that was granted to the user is being deleted', async () => {
  const { id } = await createApplication(server, admin.accountId);
  const user = await createUser(server, admin.accountId, { apps: [id] });
  // A deletion locks the application before the account, so a save must not wait for it while it holds the account.
  const saved = await server.database.sql.transaction(async (deletion) => {
    await deletion.select().from(applications).where(eq(applications.id, id)).for('update');
    return save(user, { name: 'Rute' });
  });
  expect(saved.status).toBe(200);
  const asAdmin = await server.call('GET', `/api/users/${user.id}`, { token: admin.token });
  expect(asAdmin.body).toMatchObject({ name: 'Rute', apps: [id] });
});
