import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EDGE_ENVIRONMENT_HEADER } from '@comporta/contract/edge-nodes/edge-node-api';
import { DOCUMENT_FORMAT } from '@comporta/contract/transfer/application-document';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEnvironmentKey } from '../../identity/keys/environment-key.ts';
import { toggles } from '../../tables/toggles.ts';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { onLoneConnection } from '../../testing/connections/on-lone-connection.ts';
import { openMeasuredShop } from '../../testing/measured-shop.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let busy: TestUser;
let shop: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
  await server.http.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());
beforeEach(async () => {
  busy = await createCompany(server);
  shop = await createApplication(server, busy.accountId);
});

/** Does work while the row of an application is locked, as it is by a save that takes long. */
async function whileLocked<Result>(id: string, work: () => Promise<Result>): Promise<Result> {
  return onLoneConnection(server.database.url, async (sql) => {
    await sql.execute(raw`select from applications where id = ${id} for no key update`);
    return work();
  });
}

/** How many connections wait for a lock. */
async function locked(): Promise<number> {
  const { rows } = await server.database.sql.execute(
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
  );
  return rows.length;
}

const inLine = () => server.database.connections().waiting;
const waiting = async () => ({ locked: await locked(), inLine: inLine() });

function saveIn(application: TestApplication, { token }: TestUser, name: string) {
  return server.call('POST', `/api/apps/${application.id}/toggles`, {
    token,
    body: { name, values: ['on', 'off'], defaultValue: 'off' },
  });
}

const statusOf = async (answer: Promise<{ readonly status: number }>) => (await answer).status;

/** Each was saved or, on a very slow machine, refused after its time in the line; none failed otherwise. */
async function expectNoFailure(writes: readonly Promise<{ readonly status: number }>[]) {
  for (const status of await Promise.all(writes.map(statusOf)))
    expect([201, 503]).toContain(status);
}

describe('the connections of a node', () => {
  it('HOS-04, FAIR-41: 30 writers of one application hold two of them, and another company is answered meanwhile', async () => {
    const other = await createCompany(server);
    const blog = await createApplication(server, other.accountId);
    const key = await createEnvironmentKey(server, blog.environmentIds[0] ?? '');
    const writes = await whileLocked(shop.id, async () => {
      const saves = Array.from({ length: 30 }, (_, n) => saveIn(shop, busy, `toggle-${n}`));
      await expect.poll(waiting).toEqual({ locked: 2, inLine: 28 });
      const { token } = other;
      expect(await statusOf(server.call('GET', '/api/apps', { token }))).toBe(200);
      expect(await statusOf(saveIn(blog, other, 'theirs'))).toBe(201);
      const at = new Date().toISOString();
      const events = [{ type: 'track', id: 'one', key: 'purchase', uid: 'ana', at }];
      const sent = server.call('POST', '/api/events', { token: key, body: { events } });
      expect(await statusOf(sent)).toBe(200);
      return saves;
    });
    await expectNoFailure(writes);
    expect(inLine()).toBe(0);
  });

  it('HOS-04, FAIR-41: a large import counts as one of the two', async () => {
    const document = {
      format: DOCUMENT_FORMAT,
      application: 'Shop',
      environments: ['Production'],
      properties: [],
      targetGroups: [],
      toggles: Array.from({ length: 1_500 }, (_, n) => ({
        name: `imported-${n}`,
        description: '',
        values: ['on', 'off'],
        defaultValue: 'off',
        valueType: 'STRING',
      })),
      experiments: [],
    };
    const { token } = busy;
    const [importing, writes] = await whileLocked(shop.id, async () => {
      const path = `/api/apps/${shop.id}/import`;
      const imported = server.call('POST', path, { token, body: document });
      await expect.poll(locked).toBe(1);
      const saves = Array.from({ length: 5 }, (_, n) => saveIn(shop, busy, `toggle-${n}`));
      await expect.poll(waiting).toEqual({ locked: 2, inLine: 4 });
      return [imported, saves] as const;
    });
    expect([200, 503]).toContain(await statusOf(importing));
    await expectNoFailure(writes);
  });

  it('FAIR-42: a caller that goes away leaves the line, and nothing of it is saved', async () => {
    const { port } = server.http.server.address() as AddressInfo; // It listens on a port.
    const writes = await whileLocked(shop.id, async () => {
      const saves = [saveIn(shop, busy, 'one'), saveIn(shop, busy, 'two')];
      await expect.poll(locked).toBe(2);
      const headers = { authorization: `Bearer ${busy.token}`, 'content-type': 'application/json' };
      const path = `/api/apps/${shop.id}/toggles`;
      const third = request({ agent: false, method: 'POST', port, path, headers });
      third.on('error', () => {}); // The test aborts the call itself.
      third.end(JSON.stringify({ name: 'gone', values: ['on', 'off'], defaultValue: 'off' }));
      await expect.poll(inLine).toBe(1);
      third.destroy();
      await expect.poll(inLine).toBe(0);
      return saves;
    });
    await expectNoFailure(writes);
    const names = await server.database.sql.select({ name: toggles.name }).from(toggles);
    expect(names).not.toContainEqual({ name: 'gone' });
  });

  it('FAIR-43: two exports are read at once, of two applications', async () => {
    const others = [
      await createApplication(server, busy.accountId),
      await createApplication(server, busy.accountId),
    ];
    const asked = [shop, shop, ...others];
    const exports = await onLoneConnection(server.database.url, async (sql) => {
      await sql.execute('lock table properties in access exclusive mode');
      const { token } = busy;
      const begun = asked.map(({ id }) => server.call('GET', `/api/apps/${id}/export`, { token }));
      await expect.poll(locked).toBe(2);
      return begun;
    });
    for (const one of exports) expect([200, 429, 503]).toContain(await statusOf(one));
  });
});

describe('keys that somebody made up', () => {
  it('FAIR-40: of environments, too, are looked up on two connections', async () => {
    const environmentId = shop.environmentIds[0] ?? '';
    const key = await createEnvironmentKey(server, environmentId);
    const ask = (token: string) => server.call('GET', '/api/toggles', { token });
    expect(await statusOf(ask(key))).toBe(200);
    // Storing that it was seen needs the table that is locked below.
    const seen = () =>
      server.database.sql.execute(raw`select from environment_status
        where environment_id = ${environmentId} and server_seen_at is not null`);
    await expect.poll(async () => (await seen()).rows).toHaveLength(1);
    const asked = await onLoneConnection(server.database.url, async (sql) => {
      await sql.execute('lock table former_keys in access exclusive mode');
      // They have the form of a key, so only the database can tell.
      const begun = Array.from({ length: 12 }, () => ask(newEnvironmentKey()));
      await expect.poll(waiting).toEqual({ locked: 2, inLine: 10 });
      expect(await statusOf(ask(key))).toBe(200);
      return begun;
    });
    for (const one of asked) expect([401, 503]).toContain(await statusOf(one));
    expect(inLine()).toBe(0);
  });

  it('FAIR-40, FAIR-55: of accounts are looked up on two connections, as everybody who calls is; servers do not wait', async () => {
    const environmentId = shop.environmentIds[0] ?? '';
    const key = await createEnvironmentKey(server, environmentId);
    const ask = (token: string, environment?: string) =>
      server.call('GET', '/api/sdk/snapshot', {
        token,
        headers: environment === undefined ? {} : { [EDGE_ENVIRONMENT_HEADER]: environment },
      });
    expect(await statusOf(ask(key))).toBe(200);
    const asked = await onLoneConnection(server.database.url, async (sql) => {
      await sql.execute('lock table account_keys in access exclusive mode');
      const begun = Array.from({ length: 12 }, (_, n) =>
        ask(`cpt_acc_made-up-${n}`, environmentId),
      );
      await expect.poll(waiting).toEqual({ locked: 2, inLine: 10 });
      expect(await statusOf(ask(key))).toBe(200);
      return begun;
    });
    // On a very slow machine, some waited for more than 5 s.
    for (const one of asked) expect([401, 503]).toContain(await statusOf(one));
    expect(inLine()).toBe(0);
  });
});

describe('HOS-07: to give everyone a value', () => {
  it('FAIR-44: looks before its transaction, so writers that wait for it hold no connection that it needs', async () => {
    const measured = await openMeasuredShop(server);
    const { id } = await measured.start();
    const { application, admin } = measured;
    const [shipping, writes] = await whileLocked(application.id, async () => {
      const saves = Array.from({ length: 30 }, (_, n) => saveIn(application, admin, `beside-${n}`));
      await expect.poll(locked).toBe(2);
      const body = { value: 'enabled', reason: 'Nice.' };
      const shipped = measured.call('POST', `/analyses/${id}/ship`, body);
      await expect.poll(waiting).toEqual({ locked: 2, inLine: 29 });
      return [shipped, saves] as const;
    });
    expect([200, 503]).toContain(await statusOf(shipping));
    await expectNoFailure(writes);
  });

  it('WRONG_ANALYSIS_STATE, FAIR-44: is refused when the analysis was stopped after the look', async () => {
    const measured = await openMeasuredShop(server);
    const { id } = await measured.start();
    const [stopping, shipping] = await whileLocked(measured.application.id, async () => {
      const stopped = measured.call('POST', `/analyses/${id}/stop`, { reason: 'Enough.' });
      await expect.poll(locked).toBe(1);
      const body = { value: 'enabled', reason: 'Nice.' };
      const shipped = measured.call('POST', `/analyses/${id}/ship`, body);
      await expect.poll(locked).toBe(2);
      return [stopped, shipped];
    });
    expect((await stopping)?.status).toBe(200);
    expect(await shipping).toMatchObject({
      status: 409,
      body: { error_code: 'WRONG_ANALYSIS_STATE', meta_data: { state: 'STOPPED' } },
    });
  });
});
