import { sql as raw } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { deliveries } from '../../tables/deliveries.ts';
import { views } from '../../tables/views.ts';
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

  await sweepExpiredRows(sql);
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
  await sweepExpiredRows(sql);
  expect(await sql.$count(deliveries)).toBe(12_000);
  expect(await sql.$count(views)).toBe(0);
});
