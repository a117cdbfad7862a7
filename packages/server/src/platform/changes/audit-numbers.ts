import { eq, sql as raw } from 'drizzle-orm';
import { accounts } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import type { Sql } from '../database/database.ts';

/**
 * Takes the next numbers of an application for this many entries, and returns the last one; undefined when
 * the application no longer exists. Its row stays locked until the transaction ends, so that numbers have no gaps
 * and follow commit order.
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
 * The same for an account. It is called after the lock of the application, in the order of account-lock.ts: every
 * other write in the account waits for this row.
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
