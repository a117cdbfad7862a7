import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { type Database, openDatabase } from '../platform/database/database.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import { environmentStatus, environments } from '../tables/applications.ts';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { cacheSnapshots, type StoredSnapshots } from './database-snapshots.ts';

let server: TestServer;
let adminToken: string;
let appId: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  const { accountId, token } = await createCompany(server);
  const { id, environmentIds } = await createApplication(server, accountId);
  adminToken = token;
  appId = id;
  key = await createEnvironmentKey(server, environmentIds[0] ?? '');
});
afterAll(() => server.close());

function createToggle(name: string) {
  const body = { name, values: ['on', 'off'], defaultValue: 'off' };
  return server.call('POST', `/api/apps/${appId}/toggles`, { token: adminToken, body });
}

describe('SCL-60, SCL-61: a budget of toggles', () => {
  let nowMs = 1_000_000;
  const opened: StoredSnapshots[] = [];
  let others: readonly string[];

  beforeAll(async () => {
    others = await Promise.all([keyedEnvironment(), keyedEnvironment()]);
  });
  afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

  /** The memory of a node in which there is room for so many environments without toggles. */
  function openMemory(mostToggles: number, instead: Partial<Database> = {}): StoredSnapshots {
    const snapshots = cacheSnapshots({ ...server.database, ...instead }, createLog('silent'), {
      mostToggles,
      clock: () => nowMs,
    });
    opened.push(snapshots);
    return snapshots;
  }

  /** The key of the environment of another company. */
  async function keyedEnvironment(): Promise<string> {
    const { accountId } = await createCompany(server);
    const { environmentIds } = await createApplication(server, accountId);
    return createEnvironmentKey(server, environmentIds[0] ?? '');
  }

  async function askAll(snapshots: StoredSnapshots) {
    const found = [];
    for (const one of [key, ...others]) found.push((await snapshots.ofKey(one))?.environment);
    return found;
  }

  const idsIn = (snapshots: StoredSnapshots) => snapshots.held().map(({ id }) => id);

  it('what nobody asked for goes, and the next request loads it again, with the same content tag and no step from before', async () => {
    const snapshots = openMemory(1);
    const [before] = await askAll(snapshots);
    nowMs += 61_000;
    const last = await snapshots.ofKey(others[1] ?? '');
    await expect.poll(() => idsIn(snapshots)).toEqual([last?.environment.id]);
    expect(snapshots.ofKnownKey(key)).toBeUndefined();

    const after = await snapshots.ofKey(key);
    expect(after?.environment).not.toBe(before);
    expect(after?.environment.snapshot.tag).toBe(before?.snapshot.tag);
    expect(snapshots.ofKnownKey(key)).toBe(after);
  });

  it('SCL-05: a client that missed a change while its environment was dropped fetches it once', async () => {
    const snapshots = openMemory(1);
    const [held] = await askAll(snapshots);
    const tag = held?.snapshot.tag ?? '';
    nowMs += 61_000;
    await snapshots.ofKey(others[1] ?? '');
    await expect.poll(() => idsIn(snapshots)).toHaveLength(1);
    await createToggle('meanwhile');

    const back = (await snapshots.ofKey(key))?.environment;
    expect(back?.snapshot.tag).not.toBe(tag);
    expect(back?.changesSince(tag)).toBeUndefined();
    expect(back?.snapshot.sent.toggles.map(({ name }) => name)).toContain('meanwhile');
  });

  it('an account key, which names the environment, loads it again too', async () => {
    const snapshots = openMemory(1);
    const [held] = await askAll(snapshots);
    nowMs += 61_000;
    await snapshots.ofKey(others[1] ?? '');
    await expect.poll(() => idsIn(snapshots)).toHaveLength(1);
    expect((await snapshots.ofEnvironment(held?.id ?? ''))?.id).toBe(held?.id);
    expect(await snapshots.ofEnvironment('00000000-0000-4000-8000-000000000000')).toBeUndefined();
  });

  it('a stream keeps its environment, and sees a later change', async () => {
    const snapshots = openMemory(1);
    const [held] = await askAll(snapshots);
    const told: unknown[] = [];
    const close = held?.watch((snapshot) => told.push(snapshot?.sent.toggles.length));
    nowMs += 3_600_000;
    await expect.poll(() => idsIn(snapshots)).toEqual([held?.id]);
    await createToggle('streamed');
    await expect.poll(() => told).toHaveLength(1);
    close?.();
  });

  it('nothing goes while the database is away; what went before is unavailable then, and not unauthorized', async () => {
    let isAway = true;
    const away = vi.fn(() => (isAway ? new Error('away') : undefined));
    const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', () => {});
    const snapshots = openMemory(1, {
      pulse: { ...server.database.pulse, away },
      callers: (lane) => (isAway ? nowhere : server.database).callers(lane),
    });
    isAway = false;
    await askAll(snapshots);
    isAway = true;
    nowMs += 3_600_000;
    const checks = away.mock.calls.length;
    await expect.poll(() => away.mock.calls.length).toBeGreaterThan(checks);
    expect(idsIn(snapshots)).toHaveLength(3);

    isAway = false;
    const last = await snapshots.ofKey(others[1] ?? '');
    await expect.poll(() => idsIn(snapshots)).toEqual([last?.environment.id]);
    isAway = true;
    const refused = await snapshots.ofKey(key).catch(rejectionOfDatabaseError);
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    isAway = false;
    expect(await snapshots.ofKey(key)).toBeDefined();
    await nowhere.close();
  });

  it('SCL-61: a start loads what was seen last, then the newest key, and no more than fits', async () => {
    const { sql } = server.database;
    const [olderKey = '', newestKey = ''] = others;
    const environmentOf = async (one: string) => {
      const found = await openMemory(Number.POSITIVE_INFINITY).ofKey(one);
      return found?.environment.id ?? '';
    };
    const [seen, newest] = [await environmentOf(key), await environmentOf(newestKey)];
    await sql.delete(environmentStatus);
    await sql.insert(environmentStatus).values({ environmentId: seen, lastSeenAt: new Date() });
    await sql
      .update(environments)
      .set({ keyCreatedAt: new Date('2026-01-01') })
      .where(isNotNull(environments.keyHash));
    await sql
      .update(environments)
      .set({ keyCreatedAt: new Date('2026-01-02') })
      .where(eq(environments.id, newest));
    const snapshots = openMemory(2);
    await snapshots.caughtUp;
    expect(idsIn(snapshots)).toEqual([seen, newest]);
    expect(await snapshots.ofKey(olderKey)).toBeDefined();
  });
});
