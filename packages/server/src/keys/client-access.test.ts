import type { ClientAccess } from '@comporta/contract/keys/client-access';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createUser,
  PASSWORD,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
  path = `/api/apps/${application.id}/env/${application.environmentIds[0]}/client-key`;
});
afterAll(() => server.close());

function call(method: string, body?: object, { token }: { token: string } = admin) {
  return server.call<ClientAccess>(method, path, { token, ...(body && { body }) });
}

describe('T14: the client key of an environment', () => {
  it('is created by a user who enters their password, can be read again, and replaces the previous key', async () => {
    expect((await call('GET')).body).toEqual({ key: null, origins: [], version: 1 });
    const { status, body } = await call('POST', { password: PASSWORD });
    expect(status).toBe(200);
    expect(body.key).toMatch(/^cpt_web_/);
    expect((await call('GET')).body).toEqual(body);

    const again = await call('POST', { password: PASSWORD });
    expect(again.body.key).not.toBe(body.key);
    const isOpened = async (token: string | null) =>
      (
        await server.call('POST', '/ofrep/v1/evaluate/flags', {
          token: token ?? '',
          body: { context: {} },
        })
      ).status;
    expect(await isOpened(body.key)).toBe(401);
    expect(await isOpened(again.body.key)).toBe(200);
  });

  it('keeps its origins when it is replaced; the audit log contains them, but never the key', async () => {
    const origins = ['https://www.example.com'];
    const saved = await call('PUT', { origins: ['https://www.example.com/'] });
    expect(saved.body).toMatchObject({ origins });
    const { body } = await call('POST', { password: PASSWORD });
    expect(body.origins).toEqual(origins);
    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.applicationId, application.id));
    expect(entries.at(-1)).toMatchObject({ action: 'CREATED', entityType: 'clientKey' });
    expect(entries.at(-2)).toMatchObject({ action: 'EDITED', after: { origins } });
    expect(JSON.stringify(entries)).not.toContain('cpt_web_');
  });

  it('VERSION_CONFLICT: origins that somebody else has changed meanwhile are not overwritten', async () => {
    const { body } = await call('GET');
    await call('PUT', { origins: ['https://a.example'] });
    const late = await server.call('PUT', path, {
      token: admin.token,
      body: { origins: [] },
      headers: { 'if-match': `"${body.version}"` },
    });
    expect(late).toMatchObject({ status: 412, body: { error_code: 'VERSION_CONFLICT' } });
  });

  it.each([
    ['WRONG_PASSWORD', 'a wrong password'],
    ['MANDATORY_PASSWORD', ''],
  ])('%s: the key stays', async (code, password) => {
    const before = (await call('GET')).body;
    expect(await call('POST', { password })).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect((await call('GET')).body).toEqual(before);
  });

  it('is open to users with a grant for the application, and to nobody else', async () => {
    const granted = await createUser(server, admin.accountId, { apps: [application.id] });
    const other = await createUser(server, admin.accountId);
    const stranger = await createCompany(server);
    for (const [user, status] of [
      [granted, 200],
      [other, 403],
      [stranger, 404],
    ] as const) {
      expect((await call('GET', undefined, user)).status).toBe(status);
      expect((await call('PUT', { origins: [] }, user)).status).toBe(status);
      expect((await call('POST', { password: PASSWORD }, user)).status).toBe(status);
    }
  });
});
