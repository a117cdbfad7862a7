import type { AuditPage } from '@comporta/contract/audit-logs/audit-log';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { EXAMINATIONS } from '../../nouns.ts';
import { explainStartFailure } from '../../process/start-failure.ts';
import { createCompany } from '../../testing/builders.ts';
import { execute } from '../../testing/test-cluster.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createLog } from '../base/log.ts';
import { findNewerProgram } from './compatibility.ts';
import { examineDatabase } from './examine-database.ts';
import { migrateWhenReachable } from './migrate-when-reachable.ts';
import { migrateDatabase, pendingMigrations } from './migrations.ts';

const CLEAR = 'drop schema public cascade; create schema public; drop schema drizzle cascade';
const RAISE = "update compatibility set oldest_program = '99.0.0'";

describe('OPS-04: a program that is too old for the tables', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.close());

  it('does not start', async () => {
    const { url, drop } = await createTestDatabase();
    await execute(url, RAISE);
    await expect(migrateDatabase(url)).rejects.toThrow(
      /^the tables are newer: they need Comporta 99\.0\.0, and this is \d/,
    );
    await drop();
  });

  it('continues to read if it is already running, but refuses writes and is no longer ready', async () => {
    const { token } = await createCompany(server);
    const body = { name: 'Shop', environments: [{ name: 'Production' }] };
    expect((await server.call('POST', '/api/apps', { token, body })).status).toBe(201);
    await server.database.sql.execute(RAISE);

    const ready = await server.call('GET', '/readyz');
    expect(ready).toMatchObject({ status: 503, body: { database: 'tables are newer' } });
    const save = await server.call('POST', '/api/apps', {
      token,
      body: { ...body, name: 'Other' },
    });
    expect(save).toMatchObject({
      status: 503,
      body: { error_code: 'SERVICE_UNAVAILABLE', meta_data: { reason: 'tables are newer' } },
    });
    const list = await server.call<{ name: string }[]>('GET', '/api/apps', { token });
    expect(list.body.map(({ name }) => name)).toEqual(['Shop']);
  });
});

it('OPS-04: the tables cannot be declared newer before a write that has begun ends', async () => {
  const server = await startTestServer();
  const { url } = server.database;
  const declare = `set lock_timeout = 1; lock table compatibility in access exclusive mode`;
  await server.database.sql.transaction(async () => {
    await expect(execute(url, declare)).rejects.toThrow('lock timeout');
  });
  await execute(url, declare);
  expect(await findNewerProgram(server.database.sql)).toBeUndefined();
  await server.close();
});

it('OPS-23: pending migrations are listed without being applied', async () => {
  const { url, drop } = await createTestDatabase();
  expect(await pendingMigrations(url)).toEqual([]);
  await execute(url, 'drop schema drizzle cascade');
  const all = await pendingMigrations(url);
  expect(all.slice(0, 2)).toEqual(['0000_first-tables', '0001_notifications']);
  expect(await pendingMigrations(url)).toEqual(all);
  await drop();
});

it('OPS-04: an entry that a newer release recorded is described in general words', async () => {
  const server = await startTestServer();
  const { token } = await createCompany(server);
  const shop = { name: 'Shop', environments: [{ name: 'Production' }] };
  await server.call('POST', '/api/apps', { token, body: shop });
  await server.database.sql.execute(`update audit_entries
    set action = 'ARCHIVED', entity_type = 'roadmap', entity_name = 'Q3',
      actor = '{"kind": "robot", "id": "7", "name": "R"}', after = '{"swimlane": "a"}'
    where account_number = 1`);
  const { status, body } = await server.call<AuditPage>('GET', '/api/audit-logs', { token });
  expect(status).toBe(200);
  expect(body.items.at(-1)).toMatchObject({
    action: 'OTHER',
    headline: 'The service changed something: “Q3”',
    items: ['swimlane: “a”'],
    entity: { type: 'other', name: 'Q3' },
  });
  await server.close();
});

it('OPS-12: a role with the documented rights migrates; without them, the missing rights are reported', async () => {
  const { url, drop } = await createTestDatabase();
  const name = `role_${new URL(url).pathname.slice(1)}`;
  const database = pg.escapeIdentifier(new URL(url).pathname.slice(1));
  await execute(url, CLEAR);
  await execute(url, `create role ${name} login password 'secret'`);
  const own = new URL(url);
  own.username = name;
  own.password = 'secret';
  await expect(migrateWhenReachable(own.href, createLog('silent'))).rejects.toSatisfy((error) =>
    /permission denied for database .*comporta check names/.test(explainStartFailure(error)),
  );
  expect(await examineDatabase(own.href, EXAMINATIONS)).toContainEqual({
    what: expect.stringContaining('migrations are pending'),
    complaint: `GRANT CREATE ON DATABASE ${database} is needed`,
  });
  await execute(url, `grant connect, create on database ${database} to ${name}`);
  await execute(url, `grant usage, create on schema public to ${name}`);
  await migrateDatabase(own.href);
  expect(await examineDatabase(own.href, EXAMINATIONS)).toContainEqual({
    what: 'tables: up to date',
  });
  await drop();
  await execute(inject('testCluster').url, `drop role ${name}`);
});
