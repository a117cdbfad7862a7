import { eq, sql as raw } from 'drizzle-orm';
import { accounts } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import type { Sql } from '../database/database.ts';

/**
 * Takes the next numbers of an application for this many entries, and returns the last one; undefined when
 * the application is no more. Its row is held until the transaction ends, so numbers have no gaps and
 * their order is commit order.
 */
export async function takeApplicationNumbers(
  sql: Sql,
  applicationId: string,
  entries: number,
): Promise<number | undefined> {
  const [application] = await sql
    .update(applications)
    .set({ auditEntryCount: raw`${applications.auditEntryCount} + ${entries}` })
    .where(eq(applications.id, applicationId))
    .returning({ number: applications.auditEntryCount });
  return application?.number;
}

/**
 * The same of an account. A call that locks more takes it behind the application, in the order of
 * account-lock.ts: everybody who saves anything in the account waits for its row.
 */
export async function takeAccountNumbers(
  sql: Sql,
  accountId: string,
  entries: number,
): Promise<number> {
  const [account] = await sql
    .update(accounts)
    .set({ auditEntryCount: raw`${accounts.auditEntryCount} + ${entries}` })
    .where(eq(accounts.id, accountId))
    .returning({ number: accounts.auditEntryCount });
  if (account === undefined) throw new Error(`no account ${accountId}`);
  return account.number;
}
