import type { ApiConfig, EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newKey } from '../identity/keys/key-format.ts';
import { hashPassword } from '../identity/passwords.ts';
import { newId } from '../platform/base/ids.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { accountKeys, accounts, users } from '../tables/accounts.ts';
import { environments } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import { eventCounters } from '../tables/events.ts';
import {
  createApplication,
  createCompany,
  createToggle,
  createUser,
  type TestApplication,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const PASSWORD = 'correct horse 1';

let server: TestServer;
let admin: TestUser;
let passwordHash: string;

beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashPassword(PASSWORD);
  admin = await withPassword(await createCompany(server));
});
afterAll(() => server.close());

async function withPassword(user: TestUser): Promise<TestUser> {
  await server.database.sql.update(users).set({ passwordHash }).where(eq(users.id, user.id));
  return user;
}

function pathOf({ id, environmentIds }: TestApplication, place = 0): string {
  return `/api/apps/${id}/env/${environmentIds[place]}`;
}

function generate(path: string, { token }: { token: string } = admin, password = PASSWORD) {
  return server.call<string>('POST', `${path}/new-token`, { token, body: { password } });
}

async function isOpened(key: string): Promise<boolean> {
  const { status } = await server.call('GET', '/api/toggles', { token: key });
  expect([200, 401]).toContain(status);
  return status === 200;
}

describe('the key of an environment', () => {
  it('opens its environment; a new key revokes the previous one at once', async () => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const first = await generate(path);
    expect(first.status).toBe(200);
    expect(first.body).toMatch(/^cpt_env_/);
    expect(await isOpened(first.body)).toBe(true);

    const second = await generate(path);
    expect(await isOpened(first.body)).toBe(false);
    expect(await isOpened(second.body)).toBe(true);
  });

  it('belongs to one environment: a new key in another environment does not affect it', async () => {
    const application = await createApplication(server, admin.accountId, ['a', 'b']);
    const { body: key } = await generate(pathOf(application, 0));
    await generate(pathOf(application, 1));
    expect(await isOpened(key)).toBe(true);
  });

  it('is unique: of 10 created concurrently only one works', async () => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(path)));
    const opened = await Promise.all(answers.map(({ body }) => isOpened(body)));
    expect(opened.filter((isOpen) => isOpen)).toHaveLength(1);
  });

  it('is stored as a hash; the audit log records its creation, but neither key nor hash', async () => {
    const application = await createApplication(server, admin.accountId);
    const { body: key } = await generate(pathOf(application));
    const id = application.environmentIds[0] ?? '';
    const [environment] = await server.database.sql
      .select({ keyHash: environments.keyHash, revision: environments.revision })
      .from(environments)
      .where(eq(environments.id, id));
    expect(environment).toEqual({ keyHash: hashSecret(key), revision: 1 });

    const entries = await server.database.sql
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.applicationId, application.id));
    expect(entries).toMatchObject([
      { action: 'CREATED', entityType: 'environmentKey', entityId: id, environmentId: id },
    ]);
    expect(JSON.stringify(entries)).not.toContain(key);
    expect(JSON.stringify(entries)).not.toContain(hashSecret(key));
  });

  it.each([
    ['WRONG_PASSWORD', 'a wrong password'],
    ['MANDATORY_PASSWORD', ''],
  ])('%s: the key and the session stay valid', async (code, password) => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const { body: key } = await generate(path);
    expect(await generate(path, admin, password)).toMatchObject({
      status: 400,
      body: { error_code: code },
    });
    expect(await isOpened(key)).toBe(true);
    expect((await server.call('GET', '/api/apps', { token: admin.token })).status).toBe(200);
  });

  it('FORBIDDEN: an account key cannot create one, even with a correct password', async () => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const token = newKey('cpt_acc_');
    await server.database.sql.insert(accountKeys).values({
      id: newId(),
      accountId: admin.accountId,
      keyHash: hashSecret(token),
      mask: '····',
      createdBy: 'Ana',
    });
    expect((await server.call('GET', '/api/apps', { token })).status).toBe(200);
    expect(await generate(path, { token })).toMatchObject({
      status: 403,
      body: { error_code: 'FORBIDDEN' },
    });
  });

  it('can be created by users with a grant for the application, and by nobody else', async () => {
    const application = await createApplication(server, admin.accountId);
    const path = pathOf(application);
    const granted = await withPassword(
      await createUser(server, admin.accountId, { apps: [application.id] }),
    );
    const other = await withPassword(await createUser(server, admin.accountId));
    const stranger = await withPassword(await createCompany(server));
    expect((await generate(path, granted)).status).toBe(200);
    expect((await generate(path, other)).status).toBe(403);
    expect((await generate(path, stranger)).status).toBe(404);
  });

  it('NOT_FOUND: the path names an environment of another application', async () => {
    const mine = await createApplication(server, admin.accountId);
    const other = await createApplication(server, admin.accountId);
    const mixed = `/api/apps/${mine.id}/env/${other.environmentIds[0]}`;
    expect(await generate(mixed)).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    expect((await server.call('GET', `${mixed}/status`, { token: admin.token })).status).toBe(404);
  });
});

describe('the status of an environment', () => {
  it('FAIR-15: says how many calls were refused in the last 24 hours, by limit', async () => {
    const application = await createApplication(server, admin.accountId);
    const [environmentId = ''] = application.environmentIds;
    const [otherId = ''] = (await createApplication(server, admin.accountId)).environmentIds;
    const counted = (hoursAgo: number, code: string, more: object = {}) => {
      const hour = new Date(Date.now() - hoursAgo * 60 * 60_000);
      return { environmentId, hour, kind: 'LIMITED', code, count: 3, ...more };
    };
    await server.database.sql
      .insert(eventCounters)
      .values([
        counted(0, 'ADDRESS'),
        counted(23, 'ADDRESS'),
        counted(25, 'ADDRESS'),
        counted(2, 'STREAMS', { count: 1 }),
        counted(2, 'OF_A_NEWER_RELEASE'),
        counted(2, 'SHARE', { environmentId: otherId }),
        counted(2, 'SHARE', { kind: 'REFUSED' }),
      ]);
    const { body } = await server.call<EnvironmentStatus>('GET', `${pathOf(application)}/status`, {
      token: admin.token,
    });
    expect(new Set(body.limited)).toEqual(
      new Set([
        { limit: 'ADDRESS', calls: 6 },
        { limit: 'STREAMS', calls: 1 },
      ]),
    );
  });

  it('reports when and by which SDK its key was last used', async () => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const status = async () =>
      (await server.call<EnvironmentStatus>('GET', `${path}/status`, { token: admin.token })).body;
    expect(await status()).toEqual({
      lastSeenAt: null,
      sdk: null,
      version: null,
      seenInPageAt: null,
      ruleServedAt: null,
      keys: [],
      limited: [],
    });

    const { body: token } = await generate(path);
    await server.call('GET', '/api/toggles', { token, headers: { 'user-agent': 'my-sdk/1.2.0' } });
    await expect.poll(status).toMatchObject({ sdk: 'my-sdk', version: '1.2.0' });
    const { lastSeenAt } = await status();
    expect(Date.now() - Date.parse(lastSeenAt ?? '')).toBeLessThan(10_000);
  });
});

describe('CDW-55: the first response that a rule decided', () => {
  const ENABLED = { type: 'EXACT_VALUE', exactValue: 'enabled' } as const;
  const ONE = '/ofrep/v1/evaluate/flags/';

  it.each([
    ['a toggle fetch', 'GET', () => '/api/toggles'],
    ['one flag', 'POST', (name: string) => ONE + name],
    ['all flags', 'POST', () => '/ofrep/v1/evaluate/flags'],
    ['a snapshot', 'GET', () => '/api/sdk/snapshot'],
  ])('is reported in the status, for %s', async (_what, method, addressOf) => {
    // Each case has a company: what a person asks of evaluate is limited.
    const owner = await withPassword(await createCompany(server));
    const application = await createApplication(server, owner.accountId);
    const path = pathOf(application);
    const status = async () =>
      (await server.call<EnvironmentStatus>('GET', `${path}/status`, { token: owner.token })).body;
    const name = 'new-checkout';
    // Before anything loads the environment: a node does not notice what is inserted behind its back.
    const toggle = await createToggle(server, application.id, { name });
    const { body: token } = await generate(path, owner);
    const ask = () =>
      server.call(method, addressOf(name), {
        token,
        ...(method === 'POST' && { body: { context: {} } }),
      });
    await ask();
    await expect.poll(async () => (await status()).lastSeenAt).not.toBeNull();
    expect((await status()).ruleServedAt).toBeNull();

    const rules = [{ type: 'ALL_USERS', valueSpec: ENABLED }];
    const list = `/api/apps/${application.id}/envs/${application.environmentIds[0]}/experiments`;
    const body = { toggleId: toggle, rules };
    const { body: experiment } = await server.call<{ id: string }>('POST', list, {
      token: owner.token,
      body,
    });
    // A caller of a very busy node waits two seconds for a saved change, and then gets the values of before.
    const at = `/api/apps/${application.id}/envs/${application.environmentIds[0]}/evaluate`;
    const decided = async () =>
      JSON.stringify(
        (
          await server.call('POST', at, {
            token: owner.token,
            body: { uid: 'ana', properties: {} },
          })
        ).body,
      );
    const change = (action: 'pause' | 'restart') =>
      server.call('POST', `${list}/${experiment.id}/${action}`, { token: owner.token });
    const ENABLED_VALUE = '"value":"enabled"';
    const SELDOM = { interval: 500 }; // A person may ask so once a second.
    await expect.poll(decided, SELDOM).toContain(ENABLED_VALUE);
    await change('pause');
    await expect.poll(decided, SELDOM).not.toContain(ENABLED_VALUE);
    const { lastSeenAt: before } = await status();
    await ask();
    await expect.poll(async () => (await status()).lastSeenAt).not.toBe(before);
    expect((await status()).ruleServedAt).toBeNull();

    await change('restart');
    await expect.poll(decided, SELDOM).toContain(ENABLED_VALUE);
    await ask();
    await expect.poll(async () => (await status()).ruleServedAt).not.toBeNull();
    const { ruleServedAt, lastSeenAt } = await status();
    expect(ruleServedAt).toBe(lastSeenAt);
  });
});

describe('SDK-05: the key of an environment in a page', () => {
  it('is reported in the status after a request with an Origin header, until there is a new key', async () => {
    const path = pathOf(await createApplication(server, admin.accountId));
    const seenInPageAt = async () =>
      (await server.call<EnvironmentStatus>('GET', `${path}/status`, { token: admin.token })).body
        .seenInPageAt;
    const { body: token } = await generate(path);
    const ask = (headers: Record<string, string>) =>
      server.call('POST', '/ofrep/v1/evaluate/flags', { token, headers, body: { context: {} } });
    await ask({});
    await ask({ origin: 'https://shop.example.com' });
    await expect.poll(seenInPageAt).toEqual(expect.any(String));
    const seen = await seenInPageAt();
    await ask({});
    expect(await seenInPageAt()).toBe(seen);
    await generate(path);
    expect(await seenInPageAt()).toBeNull();
  });
});

describe('the addresses for fetching toggles', () => {
  async function configOf(settings: Record<string, string>): Promise<ApiConfig> {
    const other = await startTestServer(settings);
    const { token } = await createCompany(other);
    const { body } = await other.call<ApiConfig>('GET', '/api/accounts/api-config', { token });
    await other.close();
    return body;
  }

  it('are the public URL of this server when no region is configured', async () => {
    expect(await configOf({ PUBLIC_URL: 'https://flags.example.com' })).toEqual({
      tags: [],
      urls: {},
      publicUrl: 'https://flags.example.com',
    });
  });

  it("T26: are limited to the account's own regions when it has any", async () => {
    const urls = { sa: 'https://sa.example.com', eu: 'https://eu.example.com' };
    const other = await startTestServer({ REGION_URLS: JSON.stringify(urls) });
    const { token } = await createCompany(other);
    await other.database.sql.update(accounts).set({ regions: ['sa'] });
    const { body } = await other.call<ApiConfig>('GET', '/api/accounts/api-config', { token });
    await other.close();
    expect(body).toMatchObject({ tags: ['sa'], urls: { sa: urls.sa } });
    expect(body.urls).not.toHaveProperty('eu');
  });

  it('are those of the configured regions', async () => {
    const urls = { sa: 'https://sa.example.com', eu: 'https://eu.example.com' };
    expect(await configOf({ REGION_URLS: JSON.stringify(urls) })).toMatchObject({
      tags: ['eu', 'sa'],
      urls,
    });
  });
});
