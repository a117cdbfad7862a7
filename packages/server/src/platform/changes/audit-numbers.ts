import { eq, sql as raw } from 'drizzle-orm';
import { accounts } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import type { Sql } from '../database/database.ts';

interface AuditNumbers {
  readonly accountNumber: number;
  readonly applicationNumber: number | undefined;
}

/**
 * The next entry's numbers. Counting takes the rows of the application and of the account until the
 * transaction ends, in that order, so numbers have no gaps and their order is commit order. A call
 * that locks more takes them in the order of account-lock.ts before it records.
 */
export async function takeAuditNumbers(
  sql: Sql,
  accountId: string,
  applicationId: string | undefined,
): Promise<AuditNumbers> {
  const [application] =
    applicationId === undefined
      ? []
      : await sql
          .update(applications)
          .set({ auditEntryCount: raw`${applications.auditEntryCount} + 1` })
          .where(eq(applications.id, applicationId))
          .returning({ number: applications.auditEntryCount });
  const [account] = await sql
    .update(accounts)
    .set({ auditEntryCount: raw`${accounts.auditEntryCount} + 1` })
    .where(eq(accounts.id, accountId))
    .returning({ number: accounts.auditEntryCount });
  if (account === undefined) throw new Error(`no account ${accountId}`);
  return { accountNumber: account.number, applicationNumber: application?.number };
}
