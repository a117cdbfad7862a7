import { afterAll, beforeAll, expect, it } from 'vitest';
import { passwordLinks, sessions } from '../../tables/accounts.ts';
import { createCompany } from '../../testing/builders.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
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

it('sessions go when they expired, links a month later, so that they are told to have expired', async () => {
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
