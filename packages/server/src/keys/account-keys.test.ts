import type { AccountKey, NewAccountKey } from '@comporta/contract/keys/account-key';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasKeyFormat } from '../identity/keys/key-format.ts';
import { ACCOUNT_KEY_PREFIX } from '../platform/callers/actor.ts';
import { accountKeys, accounts } from '../tables/accounts.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { createCompany, createUser, PASSWORD, type TestUser } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

let server: TestServer;
let admin: TestUser;

beforeAll(async () => {
  server = await startTestServer({ PLANS: '{"ON_PREMISE":{"MAX_ACCOUNT_KEYS":3},"TRIAL":{}}' });
  admin = await createCompany(server);
});
afterAll(() => server.close());

function create(by: TestUser, password: unknown = PASSWORD) {
  return server.call<NewAccountKey>('POST', '/api/accounts/keys/new', {
    token: by.token,
    body: { password },
  });
}

async function list(by: TestUser): Promise<AccountKey[]> {
  return (await server.call<AccountKey[]>('GET', '/api/accounts/keys', { token: by.token })).body;
}

function remove(id: string, by: TestUser) {
  return server.call('DELETE', `/api/accounts/keys/${id}`, { token: by.token });
}

async function statusWith(token: string): Promise<number> {
  return (await server.call('GET', '/api/accounts/limits', { token })).status;
}

describe('an account key', () => {
  it('is shown once, opens the API, is listed masked and stored as a hash', async () => {
    const { status, body } = await create(admin);
    expect(status).toBe(201);
    expect(body).toEqual({ key: expect.stringMatching(/^cpt_acc_[\w-]{49}$/) });
    expect(hasKeyFormat(ACCOUNT_KEY_PREFIX, body.key)).toBe(true);
    expect(await statusWith(body.key)).toBe(200);

    const keys = await list(admin);
    expect(keys).toMatchObject([{ key: `····${body.key.slice(-4)}`, createdBy: 'Ana' }]);
    const rows = await server.database.sql.select().from(accountKeys);
    expect(JSON.stringify(rows)).not.toContain(body.key);
  });

  it('stops working at once when it is deleted; both are recorded, without the key', async () => {
    const company = await createCompany(server);
    const { key } = (await create(company)).body;
    const [listed] = await list(company);
    expect((await remove(listed?.id ?? '', company)).status).toBe(204);
    expect(await statusWith(key)).toBe(401);
    expect(await list(company)).toEqual([]);

    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.accountId, company.accountId))
      .orderBy(auditEntries.sequence);
    const what = { entityType: 'accountKey', entityId: listed?.id, entityName: listed?.key };
    expect(entries).toMatchObject([
      { action: 'CREATED', ...what },
      { action: 'DELETED', ...what },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
  });

  it.each([
    ['MANDATORY_PASSWORD', ''],
    ['MANDATORY_PASSWORD', null],
    ['WRONG_PASSWORD', 'abc124'],
  ])('%s: no key is created for %j, and the session stays valid', async (code, password) => {
    const company = await createCompany(server);
    expect(await create(company, password)).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect(await list(company)).toEqual([]);
  });

  it('MAX_ACCOUNT_KEYS_REACHED: of 10 concurrent requests only the three that the plan allows succeed', async () => {
    const company = await createCompany(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(company)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([
      ...Array(3).fill(201),
      ...Array(7).fill(409),
    ]);
    expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
      error_code: 'MAX_ACCOUNT_KEYS_REACHED',
      meta_data: { 'max-keys': 3 },
    });
    expect(await list(company)).toHaveLength(3);
  });

  it('FORBIDDEN: exists on the plan ON_PREMISE and for administrators only', async () => {
    const trial = await createCompany(server, 'TRIAL');
    const user = await createUser(server, admin.accountId);
    for (const refused of [trial, user]) {
      const answers = await Promise.all([
        create(refused),
        server.call('GET', '/api/accounts/keys', { token: refused.token }),
        remove(crypto.randomUUID(), refused),
      ]);
      for (const answer of answers) {
        expect(answer).toMatchObject({ status: 403, body: { error_code: 'FORBIDDEN' } });
      }
    }
  });

  it('FORBIDDEN: opens nothing while its account has another plan, on which nobody could delete it', async () => {
    const company = await createCompany(server);
    const { key } = (await create(company)).body;
    const moveTo = (plan: string) =>
      server.database.sql.update(accounts).set({ plan }).where(eq(accounts.id, company.accountId));
    await moveTo('TRIAL');
    expect(await statusWith(key)).toBe(403);
    await moveTo('ON_PREMISE');
    expect(await statusWith(key)).toBe(200);
  });

  it('FORBIDDEN: opens neither users, nor keys, nor passwords', async () => {
    const company = await createCompany(server);
    const { key: token } = (await create(company)).body;
    const calls = [
      ['GET', '/api/users'],
      ['GET', '/api/accounts/keys'],
      ['POST', '/api/accounts/keys/new'],
      ['POST', '/api/users/change-password'],
      ['POST', '/api/users/me/lang/pt'],
    ] as const;
    for (const [method, path] of calls) {
      expect(await server.call(method, path, { token }), path).toMatchObject({ status: 403 });
    }
  });

  it('NOT_FOUND: a key of another company, or one that does not exist', async () => {
    const company = await createCompany(server);
    await create(company);
    const [theirs] = await list(company);
    for (const id of [theirs?.id ?? '', crypto.randomUUID(), 'none']) {
      expect(await remove(id, admin)).toMatchObject({
        status: 404,
        body: { error_code: 'NOT_FOUND' },
      });
    }
    expect(await list(company)).toHaveLength(1);
  });
});
