import { eq, sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SWEEPS } from '../../nouns.ts';
import { accounts, passwordLinks, sessions, users } from '../../tables/accounts.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { views } from '../../tables/kept-by-users.ts';
import { createApplication, createCompany } from '../../testing/builders.ts';
import { endLargeDeletes } from '../../testing/test-database.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { newId } from '../base/ids.ts';
import { sweepExpiredRows } from './expired-rows.ts';

const DAY_MS = 24 * 3_600_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

function daysFromNow(days: number): Date {
  return new Date(Date.now() + days * DAY_MS);
}

it('sessions are removed when they expire; links 30 days later, so that the error says that they expired', async () => {
  const { id: userId } = await createCompany(server);
  const { sql } = server.database;
  await sql.delete(sessions);
  await sql.insert(sessions).values([
    { tokenHash: 'alive', userId, expiresAt: daysFromNow(1) },
    { tokenHash: 'expired', userId, expiresAt: daysFromNow(-0.001) },
  ]);
  await sql.insert(passwordLinks).values([
    { tokenHash: 'expired', userId, expiresAt: daysFromNow(-29) },
    { tokenHash: 'forgotten', userId, expiresAt: daysFromNow(-31) },
  ]);

  await sweepExpiredRows(sql, SWEEPS);
  expect(await sql.select({ hash: sessions.tokenHash }).from(sessions)).toEqual([
    { hash: 'alive' },
  ]);
  expect(await sql.select({ hash: passwordLinks.tokenHash }).from(passwordLinks)).toEqual([
    { hash: 'expired' },
  ]);
});

it('more rows than one statement may delete are removed in batches, and do not block other sweeps', async () => {
  const { sql } = server.database;
  const application = await createApplication(server, (await createCompany(server)).accountId);
  await sql.execute(raw`
    insert into deliveries (id, application_id, created_at)
    select gen_random_uuid(), ${application.id}::uuid, now() - n * interval '31 days'
    from generate_series(0, 1) as n, generate_series(1, 12000)`);
  await sql.insert(views).values({
    id: newId(),
    applicationId: application.id,
    userId: null,
    name: 'Old',
    query: '',
    shared: false,
  });
  await endLargeDeletes(sql, ['deliveries']);
  await sweepExpiredRows(sql, SWEEPS);
  expect(await sql.$count(deliveries)).toBe(12_000);
  expect(await sql.$count(views)).toBe(0);
});

it('a table whose sweep fails does not block the others, nor the sweep of unconfirmed accounts', async () => {
  const { sql } = server.database;
  const id = newId();
  await sql
    .insert(accounts)
    .values({ id, name: 'Late', plan: 'TRIAL', createdAt: daysFromNow(-2) });
  const user = { id: newId(), accountId: id, name: 'Ana', email: 'late@example.com' };
  await sql
    .insert(users)
    .values({ ...user, admin: true, active: false, language: 'en', savedBy: 'Ana' });
  await sql.execute(raw`
    create function refuse() returns trigger language plpgsql as $$
    begin raise exception 'refused'; end $$`);
  await sql.execute(raw`
    create trigger refuse before delete on deliveries for each statement execute function refuse()`);
  await expect(sweepExpiredRows(sql, SWEEPS)).rejects.toThrow();
  expect(await sql.$count(accounts, eq(accounts.id, id))).toBe(0);
});
