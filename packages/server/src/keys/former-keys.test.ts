import type { ClientAccess } from '@comporta/contract/keys/client-access';
import type { EnvironmentStatus } from '@comporta/contract/keys/environment-key-api';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweepFormerKeys } from '../identity/keys/former-keys.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { environments, formerKeys } from '../tables/applications.ts';
import { auditEntries } from '../tables/audit-entries.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  createUser,
  PASSWORD,
  type TestUser,
} from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';

const HOUR_MS = 60 * 60_000;

let server: TestServer;
/** A second node on the same database. */
let other: TestServer;
let admin: TestUser;
let appId: string;
let envId: string;
let path: string;

beforeAll(async () => {
  server = await startTestServer();
  other = await startTestServer({ DATABASE_URL: server.database.url });
});
afterAll(async () => {
  await other.close();
  await server.close();
});
beforeEach(async () => {
  // A user of its own: each may enter the password 30 times a minute.
  admin = await createCompany(server);
  const application = await createApplication(server, admin.accountId);
  appId = application.id;
  envId = application.environmentIds[0] ?? '';
  path = `/api/apps/${appId}/env/${envId}`;
});

async function newServerKey(keepHours?: unknown): Promise<string> {
  const body = { password: PASSWORD, ...(keepHours !== undefined && { keepHours }) };
  const answer = await server.call<string>('POST', `${path}/new-token`, {
    token: admin.token,
    body,
  });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function newClientKey(keepHours?: number): Promise<string> {
  const body = { password: PASSWORD, keepHours };
  const answer = await server.call<ClientAccess>('POST', `${path}/client-key`, {
    token: admin.token,
    body,
  });
  expect(answer.status).toBe(200);
  return answer.body.key ?? '';
}

async function statusWith(key: string, node = server): Promise<number> {
  const answer = await node.call('POST', '/ofrep/v1/evaluate/flags', {
    token: key,
    body: { context: {} },
  });
  return answer.status;
}

function end(kind: string, { token }: { token: string } = admin) {
  return server.call('DELETE', `${path}/former-keys/${kind}`, { token });
}

async function keys() {
  const { body } = await server.call<EnvironmentStatus>('GET', `${path}/status`, {
    token: admin.token,
  });
  return body.keys;
}

function entries() {
  return server.database.sql
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.applicationId, appId))
    .orderBy(auditEntries.sequence);
}

const KINDS = [
  ['server', newServerKey],
  ['client', newClientKey],
] as const;

describe('FAIR-50: a replaced key', () => {
  it.each(KINDS)(
    'S11: stops working at once without keepHours, and with it every former one (%s)',
    async (_kind, newKey) => {
      const oldest = await newKey();
      const old = await newKey(1);
      expect([await statusWith(oldest), await statusWith(old)]).toEqual([200, 200]);
      const current = await newKey();
      expect([await statusWith(oldest), await statusWith(old)]).toEqual([401, 401]);
      expect(await statusWith(current)).toBe(200);
      for (const key of [oldest, old]) await expect.poll(() => statusWith(key, other)).toBe(401);
      expect(
        await server.database.sql
          .select()
          .from(formerKeys)
          .where(eq(formerKeys.environmentId, envId)),
      ).toEqual([]);
    },
  );

  it.each(KINDS)(
    'COV-03: works on for keepHours on every node; replacing once more ends the older one (%s)',
    async (kind, newKey) => {
      const oldest = await newKey();
      const old = await newKey(24);
      for (const node of [server, other]) expect(await statusWith(oldest, node)).toBe(200);
      const before = Date.now();
      const current = await newKey(1);
      expect(await statusWith(oldest)).toBe(401);
      await expect.poll(() => statusWith(oldest, other)).toBe(401);
      for (const key of [old, current]) {
        for (const node of [server, other]) expect(await statusWith(key, node)).toBe(200);
      }
      const former = (await keys()).find(({ isFormer }) => isFormer);
      expect(former).toMatchObject({ kind });
      const endsAt = Date.parse(former?.endsAt ?? '');
      expect(endsAt).toBeGreaterThanOrEqual(before + HOUR_MS);
      expect(endsAt).toBeLessThanOrEqual(Date.now() + HOUR_MS);
    },
  );

  it.each([-1, 0.5, 169, 1e20])(
    'INVALID_OVERLAP: keepHours %s; the key stays',
    async (keepHours) => {
      const key = await newServerKey();
      for (const what of ['new-token', 'client-key']) {
        const body = { password: PASSWORD, keepHours };
        const answer = await server.call('POST', `${path}/${what}`, { token: admin.token, body });
        expect(answer).toMatchObject({
          status: 400,
          body: { error_code: 'INVALID_OVERLAP', meta_data: { at: ['keepHours'] } },
        });
      }
      expect(await statusWith(key)).toBe(200);
    },
  );

  it('the first key has none before it, whatever keepHours says', async () => {
    await newServerKey(24);
    await newClientKey(24);
    expect((await keys()).filter(({ isFormer }) => isFormer)).toEqual([]);
  });

  it('ends when a release that knows no former keys replaces the key that replaced it', async () => {
    const old = await newServerKey();
    await newServerKey(24);
    expect(await statusWith(old)).toBe(200);
    // As 0.2.0 does it: the row in former_keys stays.
    const current = await createEnvironmentKey(server, envId);
    await expect.poll(() => statusWith(current)).toBe(200);
    expect(await statusWith(old)).toBe(401);
    expect(await keys()).toMatchObject([{ kind: 'server', isFormer: false }]);
  });
});

describe('FAIR-51: a former key', () => {
  it('opens what the present one opens: snapshot, toggle fetch and events', async () => {
    const old = await newServerKey();
    await newServerKey(1);
    const ask = (method: string, address: string, body?: object) =>
      server.call(method, address, { token: old, ...(body && { body }) });
    expect((await ask('GET', '/api/sdk/snapshot')).status).toBe(200);
    expect((await ask('GET', '/api/toggles')).status).toBe(200);
    expect((await ask('POST', '/api/events', { events: [] })).status).toBe(200);
    const client = await newClientKey();
    await newClientKey(1);
    expect((await server.call('GET', '/api/sdk/snapshot', { token: client })).status).toBe(401);
    expect(
      (await server.call('POST', '/api/events', { token: client, body: { events: [] } })).status,
    ).toBe(200);
  });

  it('of clients is in the snapshot for edge nodes, with its end; that of servers is not', async () => {
    const old = await newClientKey();
    await newServerKey();
    const token = await newServerKey(2);
    await newClientKey(2);
    const { body } = await server.call<object>('GET', '/api/sdk/snapshot', { token });
    const former = (await keys()).find(({ kind, isFormer }) => kind === 'client' && isFormer);
    expect(body).toMatchObject({
      environment: { clients: { former: { keyHash: hashSecret(old), endsAt: former?.endsAt } } },
    });
    const text = JSON.stringify(body);
    expect(text.match(/former/g)).toHaveLength(1);
  });

  it('that has ended is not accepted, though its row is there until the sweep, which is a revision', async () => {
    const old = await newServerKey();
    await newServerKey(1);
    const { sql } = server.database;
    await sql
      .update(formerKeys)
      .set({ endsAt: new Date() })
      .where(eq(formerKeys.environmentId, envId));
    const fresh = await startTestServer({ DATABASE_URL: server.database.url });
    expect(await statusWith(old, fresh)).toBe(401);
    await fresh.close();
    expect((await keys()).map(({ isFormer }) => isFormer)).toEqual([false]);
    expect((await end('server')).status).toBe(404);

    const revision = async () => {
      const [row] = await sql
        .select({ revision: environments.revision })
        .from(environments)
        .where(eq(environments.id, envId));
      return row?.revision ?? 0;
    };
    const before = await revision();
    const count = (await entries()).length;
    await sweepFormerKeys(sql);
    expect(await revision()).toBeGreaterThan(before);
    expect(await sql.select().from(formerKeys).where(eq(formerKeys.environmentId, envId))).toEqual(
      [],
    );
    expect(await entries()).toHaveLength(count);
    const swept = await revision();
    await sweepFormerKeys(sql);
    expect(await revision()).toBe(swept);
  });
});

describe('FAIR-52: ending a former key', () => {
  it.each(KINDS)('ends it on every node, and nothing else (%s)', async (kind, newKey) => {
    const old = await newKey();
    const current = await newKey(24);
    for (const node of [server, other]) expect(await statusWith(old, node)).toBe(200);
    expect((await end(kind)).status).toBe(204);
    expect(await statusWith(old)).toBe(401);
    await expect.poll(() => statusWith(old, other)).toBe(401);
    for (const node of [server, other]) expect(await statusWith(current, node)).toBe(200);
    expect((await end(kind)).status).toBe(404);
  });

  it('NOT_FOUND: no former key, and no such kind', async () => {
    await newServerKey();
    for (const kind of ['server', 'client', 'account', '']) {
      expect((await end(kind)).status).toBe(404);
    }
  });

  it('is open to users with a grant for the application, and to nobody else', async () => {
    await newServerKey();
    await newServerKey(1);
    const stranger = await createCompany(server);
    const ungranted = await createUser(server, admin.accountId);
    const granted = await createUser(server, admin.accountId, { apps: [appId] });
    expect((await end('server', stranger)).status).toBe(404);
    expect((await end('server', ungranted)).status).toBe(403);
    expect((await end('server', granted)).status).toBe(204);
  });
});

describe('FAIR-53: the last use', () => {
  it('is that of each key; it goes with a key that is replaced', async () => {
    const uses = async () =>
      (await keys()).map(({ kind, isFormer, seenAt }) => [kind, isFormer, seenAt !== null]);
    const old = await newServerKey();
    const client = await newClientKey();
    expect(await uses()).toEqual([
      ['server', false, false],
      ['client', false, false],
    ]);
    await statusWith(client);
    await expect.poll(uses).toEqual([
      ['server', false, false],
      ['client', false, true],
    ]);
    await statusWith(old);
    await expect.poll(uses).toEqual([
      ['server', false, true],
      ['client', false, true],
    ]);
    const seen = (await keys())[0]?.seenAt;

    const current = await newServerKey(1);
    expect(await keys()).toMatchObject([
      { kind: 'server', isFormer: false, seenAt: null, endsAt: null },
      { kind: 'client' },
      { kind: 'server', isFormer: true, seenAt: seen },
    ]);
    await statusWith(old);
    await expect.poll(async () => (await keys())[2]?.seenAt).not.toBe(seen);
    expect((await keys())[0]?.seenAt).toBeNull();
    await statusWith(current, other);
    await expect.poll(async () => (await keys())[0]?.seenAt).not.toBeNull();
  });
});

describe('FAIR-54: the audit log', () => {
  it.each([
    ['environmentKey', 'server', newServerKey],
    ['clientKey', 'client', newClientKey],
  ] as const)('says until when the previous key works (%s)', async (entityType, kind, newKey) => {
    await newKey();
    await newKey();
    await newKey(24);
    const previousEndsAt = (await keys()).find(({ isFormer }) => isFormer)?.endsAt;
    await end(kind);
    const recorded = await entries();
    expect(recorded.map(({ action, before, after }) => ({ action, before, after }))).toEqual([
      { action: 'CREATED', before: null, after: null },
      { action: 'CREATED', before: null, after: null },
      { action: 'CREATED', before: null, after: { previousEndsAt } },
      {
        action: 'EDITED',
        before: { previousEndsAt },
        after: { previousEndsAt: expect.any(String) },
      },
    ]);
    expect(new Set(recorded.map((entry) => entry.entityType))).toEqual(new Set([entityType]));
    const { body } = await server.call<{ text: { items: string[] } }>(
      'GET',
      `/api/audit-logs?appId=${appId}`,
      { token: admin.token },
    );
    expect(JSON.stringify(body)).toMatch(/previous key works until: \d{4}-\d\d-\d\d \d\d:\d\d UTC/);
  });
});
