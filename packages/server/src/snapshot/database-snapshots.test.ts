import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { cacheSnapshots } from './database-snapshots.ts';

let server: TestServer;
let locker: pg.Client;
let account: string;
let adminToken: string;
let appId: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId, token } = await createCompany(server);
  const { id, environmentIds } = await createApplication(server, accountId);
  account = accountId;
  adminToken = token;
  appId = id;
  key = await createEnvironmentKey(server, environmentIds[0] ?? '');
  locker = new pg.Client({ connectionString: server.database.url });
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await server.close();
});

/** Does the work while a table that every snapshot needs is locked; answers how many queries still wait for it. */
async function withoutClientKeys<Result>(work: () => Promise<Result>) {
  await locker.query('begin; lock table client_access in access exclusive mode');
  const result = await work();
  const waiting = await waitingForLocks();
  await locker.query('rollback');
  return { result, waiting };
}

async function waitingForLocks(): Promise<number> {
  const { rows } = await locker.query<{ waiting: number }>(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}

function createToggle(name: string) {
  const body = { name, values: ['on', 'off'], defaultValue: 'off' };
  return server.call('POST', `/api/apps/${appId}/toggles`, { token: adminToken, body });
}

function fetchToggles() {
  return server.call('GET', '/api/toggles', { token: key });
}

it('SDK-21: there is one way to look up a key; a cached one answers the same object again', async () => {
  const snapshots = cacheSnapshots(server.database, createLog('silent'));
  const loaded = await snapshots.ofKey(key);
  expect(loaded?.kind).toBe('ENVIRONMENT_KEY');
  expect(await snapshots.ofKey(key)).toBe(loaded);
  expect(await snapshots.ofKey('no key of ours')).toBeUndefined();
  await snapshots.close();
});

it('a key is known from its first use, also when that use loads its environment', async () => {
  const snapshots = cacheSnapshots(server.database, createLog('silent'));
  const loaded = await snapshots.ofKey(key);
  expect(loaded).toBeDefined();
  expect(snapshots.ofKnownKey(key)).toBe(loaded);
  await snapshots.close();
});

it('FAIR-09: what a key opens names the company that it belongs to', async () => {
  const snapshots = cacheSnapshots(server.database, createLog('silent'));
  expect((await snapshots.ofKey(key))?.environment.snapshot.head.accountId).toBe(account);
  await snapshots.close();
});

it('OPS-06: environments with a key are loaded before the service takes requests: the first request does not wait', async () => {
  const started = await startTestServer({ DATABASE_URL: server.database.url });
  const { result } = await withoutClientKeys(() =>
    started.call('GET', '/api/toggles', { token: key }),
  );
  expect(result.status).toBe(200);
  await started.close();
});

it('an environment that is loaded while something of it is saved has what was saved', async () => {
  const snapshots = cacheSnapshots(server.database, createLog('silent'));
  await snapshots.caughtUp;
  const { id, environmentIds } = await createApplication(server, account);
  const [environmentId = ''] = environmentIds;
  const { result } = await withoutClientKeys(async () => {
    const loading = snapshots.ofEnvironment(environmentId);
    await expect.poll(waitingForLocks).toBe(1);
    const body = { name: 'saved', values: ['on', 'off'], defaultValue: 'off' };
    const path = `/api/apps/${id}/toggles`;
    expect((await server.call('POST', path, { token: adminToken, body })).status).toBe(201);
    await snapshots.refreshApplication(id);
    return { loading };
  });
  const loaded = await result.loading;
  expect(loaded?.snapshot.source.toggles).toMatchObject([{ name: 'saved' }]);
  await snapshots.close();
});

describe('a snapshot that cannot be read for a while', () => {
  it('does not keep a save waiting, and is loaded once it can be read', async () => {
    expect((await fetchToggles()).body).toEqual({});
    const { result, waiting } = await withoutClientKeys(() => createToggle('saved'));
    expect(result.status).toBe(201);
    expect(waiting).toBeGreaterThan(0);
    await expect.poll(async () => (await fetchToggles()).body).toEqual({ saved: 'off' });
  });

  it('does not keep a client that was notified of it waiting: the previous snapshot answers', async () => {
    const { result, waiting } = await withoutClientKeys(async () => {
      await createToggle('told');
      return server.call('POST', '/ofrep/v1/evaluate/flags?flagConfigEtag=revision-99', {
        token: key,
        body: { context: {} },
      });
    });
    expect(result).toMatchObject({ status: 200, body: { flags: [{ key: 'saved' }] } });
    expect(waiting).toBeGreaterThan(0);
    await expect.poll(fetchToggles).toMatchObject({ body: { saved: 'off', told: 'off' } });
  });
});
