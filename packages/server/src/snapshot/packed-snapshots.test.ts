import { evaluateAll } from '@comporta/engine/evaluate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../platform/base/log.ts';
import { openDatabase } from '../platform/database/database.ts';
import { createApplication, createCompany, createEnvironmentKey } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { cacheSnapshots, type StoredSnapshots } from './database-snapshots.ts';

let server: TestServer;
let token: string;
let appId: string;
let environmentId: string;
let key: string;

beforeAll(async () => {
  server = await startTestServer();
  const company = await createCompany(server);
  token = company.token;
  const application = await createApplication(server, company.accountId);
  appId = application.id;
  environmentId = application.environmentIds[0] ?? '';
  key = await createEnvironmentKey(server, environmentId);
  await createToggle('banner');
});
afterAll(() => server.close());

function createToggle(name: string) {
  const body = { name, values: ['on', 'off'], defaultValue: 'off' };
  return server.call('POST', `/api/apps/${appId}/toggles`, { token, body });
}

describe('what nobody asked for in the last seconds is held as text', () => {
  let nowMs = 1_000_000;
  let isAway = false;
  const nowhere = openDatabase('postgres://nobody@127.0.0.1:1/none', () => {});
  const opened: StoredSnapshots[] = [];
  afterEach(async () => {
    isAway = false;
    await Promise.all(opened.splice(0).map((one) => one.close()));
  });
  afterAll(() => nowhere.close());

  /** The memory of a node in which nothing that is idle stays open. */
  function openMemory(): StoredSnapshots {
    const { database } = server;
    const reachable = () => (isAway ? nowhere : database);
    const instead = {
      get sql() {
        return reachable().sql;
      },
      callers: (lane: Parameters<typeof database.callers>[0]) => reachable().callers(lane),
    };
    // A spread would read `sql` once.
    const followed = Object.defineProperties(
      { ...database },
      Object.getOwnPropertyDescriptors(instead),
    );
    const options = { openToggles: 0, clock: () => nowMs };
    const snapshots = cacheSnapshots(followed, createLog('silent'), options);
    opened.push(snapshots);
    return snapshots;
  }

  async function askAndWait(snapshots: StoredSnapshots) {
    const access = await snapshots.ofKey(key);
    if (access === undefined) throw new Error('the key opens nothing');
    const isOpen = () => {
      const isFound = snapshots.ofKnownKey(key) !== undefined;
      nowMs += 11_000; // Looking counts as asking.
      return isFound;
    };
    await expect.poll(isOpen, { interval: 1_200, timeout: 10_000 }).toBe(false);
    return access.environment;
  }

  const idsIn = (snapshots: StoredSnapshots) => snapshots.held().map(({ id }) => id);

  it('it is still held, and answers as before, also while the database is away', async () => {
    const snapshots = openMemory();
    const before = await askAndWait(snapshots);
    expect(idsIn(snapshots)).toContain(environmentId);
    const toggles = snapshots.budget().toggles;
    isAway = true;

    const [one, other] = await Promise.all([snapshots.ofKey(key), snapshots.ofKey(key)]);
    expect(one).toBe(other);
    const after = one?.environment;
    expect(after?.snapshot.sent).toEqual(before.snapshot.sent);
    expect(after?.snapshot.tag).toBe(before.snapshot.tag);
    expect(after?.snapshot.head).toBe(before.snapshot.head);
    const ana = { uid: 'ana', properties: {} };
    const valuesOf = ({ snapshot }: typeof before) =>
      evaluateAll(snapshot.compiled, ana).map(({ toggle, value }) => [toggle.name, value]);
    expect(after && valuesOf(after)).toEqual(valuesOf(before));
    expect(valuesOf(before)).toContainEqual(['banner', 'off']);
    expect(snapshots.ofKnownKey(key)).toBe(one);
    expect(snapshots.budget().toggles).toBe(toggles);
  });

  it('a change is read from what is packed, and what has a stream is never packed', async () => {
    const snapshots = openMemory();
    await askAndWait(snapshots);
    await createToggle('meanwhile');
    await snapshots.refreshApplication(appId);
    isAway = true;
    const access = await snapshots.ofKey(key);
    expect(access?.environment.snapshot.sent.toggles.map(({ name }) => name)).toContain(
      'meanwhile',
    );
    isAway = false;
    const told: unknown[] = [];
    const close = access?.environment.watch((snapshot) => told.push(snapshot?.sent.toggles.length));
    nowMs += 3_600_000;
    await createToggle('streamed');
    await snapshots.refreshApplication(appId);
    await expect.poll(() => told.length).toBeGreaterThan(0);
    expect(snapshots.ofKnownKey(key)).toBe(access);
    close?.();
  });

  it('an account key, which names the environment, opens it too', async () => {
    const snapshots = openMemory();
    const { id } = await askAndWait(snapshots);
    isAway = true;
    expect((await snapshots.ofEnvironment(id))?.id).toBe(id);
  });

  it('a revoked key opens nothing, although it opened what is packed', async () => {
    const snapshots = openMemory();
    await askAndWait(snapshots);
    const former = key;
    key = await createEnvironmentKey(server, environmentId);
    await snapshots.refreshApplication(appId);
    expect(await snapshots.ofKey(former)).toBeUndefined();
    expect((await snapshots.ofKey(key))?.environment.id).toBe(environmentId);
  });
});
