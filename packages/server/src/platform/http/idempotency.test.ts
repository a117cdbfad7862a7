import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { grants } from '../../tables/grants.ts';
import {
  createApplication,
  createCompany,
  createUser,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { newId } from '../base/ids.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
});
afterAll(() => server.close());

/** Creates a property. A second property with this key is refused, so a repeated 201 proves that no second create ran. */
function createProperty({ token }: { readonly token: string }, idempotencyKey: string) {
  return server.call<{ id: string }>('POST', `/api/apps/${application.id}/properties`, {
    token,
    body: { key: `key-${idempotencyKey}`, type: 'STRING' },
    headers: { 'idempotency-key': idempotencyKey },
  });
}

async function createKey(): Promise<{ token: string }> {
  const { body } = await server.call<{ key: string }>('POST', '/api/accounts/keys/new', {
    token: admin.token,
    body: { password: 'abc123' },
  });
  return { token: body.key };
}

describe('SEC-04: an Idempotency-Key', () => {
  it('FORBIDDEN: does not bypass a missing grant', async () => {
    const user = await createUser(server, admin.accountId);
    const key = newId();
    expect((await createProperty(admin, key)).status).toBe(201);
    expect(await createProperty(user, key)).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN' },
    });
  });

  it('FORBIDDEN: repeats nothing to a user who lost the grant', async () => {
    const user = await createUser(server, admin.accountId, { apps: [application.id] });
    const key = newId();
    const first = await createProperty(user, key);
    expect(await createProperty(user, key)).toEqual({ ...first, headers: expect.anything() });
    await server.database.sql
      .delete(grants)
      .where(and(eq(grants.userId, user.id), eq(grants.applicationId, application.id)));
    expect((await createProperty(user, key)).status).toBe(403);
  });

  it.each([
    ['another admin', () => createUser(server, admin.accountId, { admin: true })],
    ['a granted user', () => createUser(server, admin.accountId, { apps: [application.id] })],
    ['an account key', createKey],
  ])('belongs to one actor: %s gets a result of their own', async (_who, someoneElse) => {
    const other = await someoneElse();
    const key = newId();
    const first = await createProperty(admin, key);
    expect(first.status).toBe(201);
    expect(await createProperty(other, key)).toMatchObject({
      status: 409,
      body: { error_code: 'DUPLICATE_KEY' },
    });
    expect((await createProperty(admin, key)).body).toEqual(first.body);
  });

  it('repeats a password link only to the actor who got it first', async () => {
    const other = await createUser(server, admin.accountId, { admin: true });
    const key = newId();
    const invite = (token: string) =>
      server.call<{ passwordLink?: string }>('POST', '/api/users', {
        token,
        body: { name: 'Rui', email: `${key}@example.com` },
        headers: { 'idempotency-key': key },
      });
    const { body } = await invite(admin.token);
    expect(body.passwordLink).toBeTypeOf('string');
    expect((await invite(admin.token)).body).toEqual(body);
    expect(await invite(other.token)).toMatchObject({
      status: 409,
      body: { error_code: 'EMAIL_ALREADY_IN_USE' },
    });
  });
});
