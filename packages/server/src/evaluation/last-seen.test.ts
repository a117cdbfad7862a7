import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../platform/base/ids.ts';
import { createLog } from '../platform/base/log.ts';
import { openDatabase } from '../platform/database/database.ts';
import { environmentStatus } from '../tables/applications.ts';
import { createApplication, createCompany } from '../testing/builders.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { keepLastSeen } from './last-seen.ts';

let server: TestServer;
const log = createLog('silent');

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function newEnvironment(): Promise<string> {
  const { accountId } = await createCompany(server);
  const { environmentIds } = await createApplication(server, accountId);
  return environmentIds[0] ?? '';
}

async function statusOf(environmentId: string) {
  const [status] = await server.database.sql
    .select()
    .from(environmentStatus)
    .where(eq(environmentStatus.environmentId, environmentId));
  return status;
}

describe('last seen', () => {
  it.each([
    ['comporta-sdk/1.2.0 node/24', 'comporta-sdk', '1.2.0'],
    ['curl/8.5.0', 'curl', '8.5.0'],
    ['node', 'node', null],
    ['', null, null],
    [undefined, null, null],
    [`${'a'.repeat(200)}/${'1'.repeat(200)}`, 'a'.repeat(100), '1'.repeat(100)],
  ])('stores for %j the SDK %s and version %s', async (userAgent, sdk, sdkVersion) => {
    const id = await newEnvironment();
    const lastSeen = keepLastSeen(server.database.sql, log);
    lastSeen.seen(id, userAgent);
    await lastSeen.close();
    expect(await statusOf(id)).toMatchObject({ sdk, sdkVersion });
  });

  it('is saved within about one second; the latest request counts', async () => {
    const id = await newEnvironment();
    const lastSeen = keepLastSeen(server.database.sql, log);
    lastSeen.seen(id, 'old/1');
    await expect.poll(() => statusOf(id)).toMatchObject({ sdk: 'old' });
    lastSeen.seen(id, 'new/2');
    await lastSeen.close();
    expect(await statusOf(id)).toMatchObject({ sdk: 'new', sdkVersion: '2' });
  });

  it('RUL-58: remembers the last reader of snapshots before 0.3.0, whoever comes after it', async () => {
    const id = await newEnvironment();
    const lastSeen = keepLastSeen(server.database.sql, log);
    const read = (userAgent: string) => {
      lastSeen.seen(id, userAgent);
      lastSeen.snapshotRead(id, userAgent);
    };
    read('curl/0.1.0');
    read('comporta-sdk/0.3.0 node/24');
    read('comporta-edge/0.10.0');
    await expect.poll(() => statusOf(id)).toMatchObject({ sdk: 'comporta-edge', olderSdk: null });
    read('comporta-sdk/0.2.0 node/22');
    read('comporta-sdk/0.3.0 node/24');
    await expect
      .poll(() => statusOf(id))
      .toMatchObject({
        sdk: 'comporta-sdk',
        sdkVersion: '0.3.0',
        olderSdk: 'comporta-sdk',
        olderVersion: '0.2.0',
        olderSeenAt: expect.any(Date),
      });
    const before = await statusOf(id);
    read('comporta-sdk/0.3.0 node/24');
    await lastSeen.close();
    const after = await statusOf(id);
    expect(after).toMatchObject({ olderVersion: '0.2.0', olderSeenAt: before?.olderSeenAt });
    expect(after?.lastSeenAt).not.toEqual(before?.lastSeenAt);
  });

  it('CDW-55: a rule that is noted after its request was saved is saved, too', async () => {
    const id = await newEnvironment();
    const lastSeen = keepLastSeen(server.database.sql, log);
    lastSeen.seen(id, 'curl/8');
    await expect.poll(() => statusOf(id)).toMatchObject({ ruleServedAt: null });
    lastSeen.ruleServed(id, () => true);
    await lastSeen.close();
    expect(await statusOf(id)).toMatchObject({ sdk: 'curl', ruleServedAt: expect.any(Date) });
  });

  it('is saved for other environments even when one was deleted', async () => {
    const id = await newEnvironment();
    const lastSeen = keepLastSeen(server.database.sql, log);
    lastSeen.seen(newId(), 'curl/8');
    lastSeen.seen(id, 'curl/8');
    await lastSeen.close();
    expect(await statusOf(id)).toMatchObject({ sdk: 'curl' });
  });

  it('does not throw while the database is unavailable', async () => {
    const away = openDatabase('postgres://nobody@127.0.0.1:1/none', () => {});
    const lastSeen = keepLastSeen(away.sql, log);
    lastSeen.seen(newId(), 'curl/8');
    await expect(lastSeen.close()).resolves.toBeUndefined();
    await away.close();
  });
});

it('FAIR-23: one sighting that cannot be saved holds no other', async () => {
  const { sql } = server.database;
  const ids = await Promise.all([newEnvironment(), newEnvironment(), newEnvironment()]);
  const [bad = '', ...good] = ids;
  await sql.execute(
    raw`alter table environment_status add constraint no_bad check (sdk is distinct from 'bad-sdk') not valid`,
  );
  try {
    const seen = keepLastSeen(sql, log);
    for (const id of ids) seen.seen(id, id === bad ? 'bad-sdk/1' : 'good-sdk/1');
    await seen.close();
    for (const id of good) expect(await statusOf(id)).toMatchObject({ sdk: 'good-sdk' });
    expect(await statusOf(bad)).toBeUndefined();
  } finally {
    await sql.execute(raw`alter table environment_status drop constraint no_bad`);
  }
});
