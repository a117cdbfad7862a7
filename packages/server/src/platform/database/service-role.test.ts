import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../embedded-postgres/embedded-postgres.ts';
import { accounts } from '../../tables/accounts.ts';
import { createCompany, createUser, PASSWORD } from '../../testing/builders.ts';
import { createFurnishedCompany } from '../../testing/furnished-company.ts';
import { createProvider, giveFactor, givePolicy } from '../../testing/identity/sign-on-builders.ts';
import { logIn } from '../../testing/log-in.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { numberEntries } from '../changes/number-entries.ts';
import { migrateDatabase } from './migrations.ts';
import { openServiceRole } from './service-role.ts';

let dataDir: string;
let postgres: EmbeddedPostgres;
let url: string;
let server: TestServer;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'comporta-role-'));
  // Simulates a cluster that an earlier release created.
  await (await openEmbeddedPostgres({ dataDir, fsync: false })).close();
  const rules = path.join(dataDir, 'postgres', 'pg_hba.conf');
  writeFileSync(rules, readFileSync(rules, 'utf8').replaceAll('scram-sha-256', 'trust'));
  postgres = await openEmbeddedPostgres({ dataDir, fsync: false });
  await migrateDatabase(postgres.url);
  url = await openServiceRole(postgres.url);
  server = await startTestServer({ DATABASE_URL: url });
});
afterAll(async () => {
  await server.close();
  await postgres.close();
  rmSync(dataDir, { recursive: true });
});

async function query(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function without(password: string, from: string): string {
  return from.replace(`:${password}@`, '@');
}

describe('SEC-14: the embedded database', () => {
  it('IDN-05 IDN-82: the guards of the tables hold for the role of the service', async () => {
    const ana = await createCompany(server);
    const rui = await createUser(server, ana.accountId, { admin: true });
    expect((await logIn(server, { email: rui.email, password: PASSWORD })).status).toBe(200);
    await giveFactor(server, rui.id);
    await createProvider(server, ana.accountId);
    const policy = { passwordLogin: 'EMERGENCY_ONLY', emergencyUsers: [rui.id] } as const;
    await givePolicy(server, ana.accountId, policy);
    expect(await logIn(server, { email: ana.email, password: PASSWORD })).toMatchObject({
      body: { error_code: 'SSO_REQUIRED' },
    });
    expect(await server.call('DELETE', `/api/users/${rui.id}`, { token: ana.token })).toMatchObject(
      { body: { error_code: 'EMERGENCY_USER_REQUIRED' } },
    );
  });

  it('requires a password, also on the socket of an older data folder', async () => {
    const { password } = new URL(postgres.url);
    expect(password).not.toBe('');
    await expect(query(without(password, postgres.url), 'select 1')).rejects.toThrow(/password/i);
    await expect(query(without(new URL(url).password, url), 'select 1')).rejects.toThrow(
      /password/i,
    );
  });

  it('is not owned by the role of the service, which cannot change audit entries', async () => {
    await createFurnishedCompany(server);
    const [role] = await query(
      url,
      'select rolsuper, rolcreaterole from pg_roles where rolname = current_user',
    );
    expect(role).toEqual({ rolsuper: false, rolcreaterole: false });
    for (const statement of [
      "update audit_entries set entity_name = 'x'",
      'delete from audit_entries',
      'truncate audit_entries',
      'drop table audit_entries',
      'create table mine ()',
      'alter role current_user superuser',
    ]) {
      await expect(query(url, statement), statement).rejects.toThrow(
        /permission denied|must be owner/,
      );
    }
  });

  it('allows entries of large changes to be numbered after the commit', async () => {
    const { accountId, adminToken: token, ids } = await createFurnishedCompany(server);
    const body = { key: 'role', type: 'STRING' };
    await server.call('POST', `/api/apps/${ids.appId}/properties`, { token, body });
    await query(
      postgres.url,
      `update audit_entries set account_number = null where account_id = '${accountId}'`,
    );
    await numberEntries(server.database.sql);
    const audit = await server.call<{ items: unknown[] }>('GET', '/api/audit-logs', { token });
    expect(audit.body.items).not.toEqual([]);
  });

  it('allows everything that the service does, including the deletion of applications and accounts', async () => {
    const company = await createFurnishedCompany(server);
    const { adminToken: token, ids, accountId } = company;
    const property = { key: 'role', type: 'STRING' };
    const saved = await server.call('POST', `/api/apps/${ids.appId}/properties`, {
      token,
      body: property,
    });
    expect(saved.status).toBe(201);
    const audit = await server.call<{ items: unknown[] }>('GET', '/api/audit-logs?page=1&size=10', {
      token,
    });
    expect(audit.body.items).not.toEqual([]);
    const ended = await server.call('DELETE', `/api/apps/${ids.appId}`, { token });
    expect(ended.status).toBe(204);
    // An unconfirmed sign-up is removed in the same way; its audit entries are deleted by cascade.
    await server.database.sql.delete(accounts).where(eq(accounts.id, accountId));
  });

  it('uses the same role at the next start, with rights for tables added meanwhile', async () => {
    await query(postgres.url, 'create table later (id int); insert into later values (1)');
    expect(await openServiceRole(postgres.url)).toBe(url);
    expect(await query(url, 'select id from later')).toEqual([{ id: 1 }]);
    expect(await openServiceRole(postgres.url)).toBe(url);
  });
});
