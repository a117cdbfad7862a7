import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { environments } from '../tables/applications.ts';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { cacheSnapshots } from './database-snapshots.ts';
import { partOf, readFingerprints } from './snapshot-repository.ts';

let server: TestServer;
let accountId: string;

beforeAll(async () => {
  server = await startTestServer();
  ({ accountId } = await createCompany(server));
});
afterAll(() => server.close());

async function createEnvironment(): Promise<string> {
  const { environmentIds } = await createApplication(server, accountId);
  return environmentIds[0] ?? '';
}

/** As a change whose notification is lost. */
async function changeSilently(id: string): Promise<void> {
  await server.database.sql
    .update(environments)
    .set({ revision: raw`${environments.revision} + 1` })
    .where(eq(environments.id, id));
}

async function deleteSilently(id: string): Promise<void> {
  await server.database.sql.delete(environments).where(eq(environments.id, id));
}

it('SCL-62: a part of the environments has another fingerprint when a revision or a key changed, or one was made or deleted', async () => {
  const { sql } = server.database;
  const id = await createEnvironment();
  const read = async () => (await readFingerprints(sql)).get(partOf(id));
  const before = await read();
  expect(await read()).toBe(before);
  const others = [];
  await changeSilently(id);
  others.push(await read());
  await createEnvironmentKey(server, id);
  others.push(await read());
  await deleteSilently(id);
  others.push(await read());
  expect(new Set([before, ...others]).size).toBe(4);
});

describe('SCL-62: a look at all environments finds what no notification told', () => {
  it('a change, and another one of the same environment', async () => {
    const id = await createEnvironment();
    const key = await createEnvironmentKey(server, id);
    const snapshots = cacheSnapshots(server.database, createLog('silent'));
    await snapshots.ofKey(key);
    const revision = () => snapshots.held().find((one) => one.id === id)?.revision;
    const before = revision() ?? 0;
    for (const [index] of [0, 1].entries()) {
      await changeSilently(id);
      await expect.poll(revision, { timeout: 5_000 }).toBe(before + index + 1);
    }
    await snapshots.close();
  });

  it('a deletion, after which the key opens nothing', async () => {
    const id = await createEnvironment();
    const key = await createEnvironmentKey(server, id);
    const snapshots = cacheSnapshots(server.database, createLog('silent'));
    await snapshots.ofKey(key);
    await deleteSilently(id);
    const ids = () => snapshots.held().map((one) => one.id);
    await expect.poll(ids, { timeout: 5_000 }).not.toContain(id);
    expect(await snapshots.ofKey(key)).toBeUndefined();
    await snapshots.close();
  });
});
