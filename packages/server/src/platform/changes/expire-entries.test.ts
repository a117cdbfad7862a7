import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createApplication,
  createCompany,
  createEnvironmentKey,
  type TestApplication,
  type TestUser,
} from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type ExpiredEntry, momentBefore, removeEntries } from './expire-entries.ts';

let server: TestServer;
let admin: TestUser;
let application: TestApplication;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await createCompany(server);
  application = await createApplication(server, admin.accountId);
});

async function createToggles(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    const body = { name, values: ['on', 'off'], defaultValue: 'off' };
    await server.call('POST', `/api/apps/${application.id}/toggles`, { token: admin.token, body });
  }
}

/** Makes the first `count` entries of the application 400 days older. */
async function age(count: number): Promise<void> {
  await server.database.sql.execute(raw`
    update audit_entries set at = at - interval '400 days'
    where application_id = ${application.id} and application_number <= ${count}`);
}

async function readLog(query = ''): Promise<AuditPage> {
  const path = `/api/apps/${application.id}/audit-logs?${query}`;
  return (await server.call<AuditPage>('GET', path, { token: admin.token })).body;
}

async function namesAt(query: string): Promise<string[]> {
  return (await readLog(query)).items.map(({ entity }) => entity.name);
}

describe('OPS-11: entries older than the retention period', () => {
  it('are removed; pages, filters and numbers work as before', async () => {
    await createToggles('a', 'b', 'c', 'd', 'e');
    await age(2);
    const seen: ExpiredEntry[] = [];
    const removed = await removeEntries(
      server.database.sql,
      momentBefore(365),
      async (entries) => void seen.push(...entries),
    );
    expect(removed).toBe(2);
    expect(seen.map(({ entityName }) => entityName)).toEqual(['a', 'b']);
    expect(seen[0]).toMatchObject({ action: 'CREATED', after: { defaultValue: 'off' } });

    expect(await readLog('size=2')).toMatchObject({ totalPages: 2, upTo: 5 });
    expect(await namesAt('size=2')).toEqual(['e', 'd']);
    expect(await namesAt('size=2&page=2')).toEqual(['c']);
    expect(await namesAt('size=2&page=3')).toEqual([]);
    expect(await namesAt('action=CREATED')).toEqual(['e', 'd', 'c']);
    const today = new Date().toISOString().slice(0, 10);
    expect(await namesAt(`from=${today}&to=${today}`)).toEqual(['e', 'd', 'c']);
    expect(await namesAt('to=2020-01-01')).toEqual([]);
    await createToggles('f');
    expect((await readLog()).items[0]).toMatchObject({ id: '6', entity: { name: 'f' } });

    await age(6);
    await removeEntries(server.database.sql, momentBefore(365));
    expect(await readLog()).toMatchObject({ items: [], totalPages: 0, upTo: 6 });
  });

  it('stay when they cannot be archived', async () => {
    await createToggles('a', 'b');
    await age(2);
    const full = async () => {
      throw new Error('no space left on device');
    };
    await expect(removeEntries(server.database.sql, momentBefore(365), full)).rejects.toThrow();
    expect(await namesAt('')).toEqual(['b', 'a']);
  });

  it('are not needed by a node that was suspended meanwhile: it reloads everything', async () => {
    const key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const fetchToggles = async () =>
      (await server.call('GET', '/api/toggles', { token: key })).body;
    await createToggles('a');
    expect(await fetchToggles()).toEqual({ a: 'off' });
    // Another node creates a toggle, whose entry expires before this node is notified.
    await server.database.sql.transaction(async (inside) => {
      await inside.execute(raw`
        insert into toggles (id, application_id, name, description, values, default_value, value_type, saved_by)
        select gen_random_uuid(), application_id, 'b', '', values, default_value, value_type, saved_by
        from toggles where application_id = ${application.id}`);
      await inside.execute(raw`
        update applications set revision = revision + 2 where id = ${application.id}`);
      await inside.execute(raw`
        update environments set revision = revision + 2 where application_id = ${application.id}`);
      await inside.execute(raw`
        update audit_entries set revision = revision + 2 where application_id = ${application.id}`);
    });
    await expect.poll(fetchToggles).toEqual({ a: 'off', b: 'off' });
  });

  it('T20: a change of a kind that only a newer release knows causes a full reload', async () => {
    const key = await createEnvironmentKey(server, application.environmentIds[0] ?? '');
    const fetchToggles = async () =>
      (await server.call('GET', '/api/toggles', { token: key })).body;
    await createToggles('a', 'b');
    expect(await fetchToggles()).toEqual({ a: 'off', b: 'off' });
    await server.database.sql.transaction(async (inside) => {
      await inside.execute(raw`
        update toggles set default_value = 'on'
        where application_id = ${application.id} and name = 'a'`);
      await inside.execute(raw`
        update environments set revision = revision + 1 where application_id = ${application.id}`);
      await inside.execute(raw`
        insert into audit_entries (account_id, application_id, revision, action, entity_type, entity_id,
          entity_name, actor)
        select ${admin.accountId}, ${application.id}, max(revision) + 1, 'EDITED', 'wholeApplication',
          ${application.id}, 'Shop', '{"kind": "system", "id": "", "name": ""}'
        from audit_entries where application_id = ${application.id}`);
    });
    await expect.poll(fetchToggles).toEqual({ a: 'on', b: 'off' });
  });
});
