import { eq, sql as raw } from 'drizzle-orm';
import { accounts } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import type { Sql } from '../database/database.ts';
import { builtOnce } from '../database/pool/built-once.ts';

/** Every write waits for these. */
const ENTRIES = raw`${raw.placeholder('entries')}::integer`;
const takeOfApplication = builtOnce((sql) =>
  sql
    .update(applications)
    .set({ auditEntryCount: raw`${applications.auditEntryCount} + ${ENTRIES}` })
    .where(eq(applications.id, raw.placeholder('id')))
    .returning({ number: applications.auditEntryCount }),
);
const takeOfAccount = builtOnce((sql) =>
  sql
    .update(accounts)
    .set({ auditEntryCount: raw`${accounts.auditEntryCount} + ${ENTRIES}` })
    .where(eq(accounts.id, raw.placeholder('id')))
    .returning({ number: accounts.auditEntryCount }),
);

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
  return (await takeOfApplication(sql, { id: applicationId, entries }))[0]?.number;
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
  const [account] = await takeOfAccount(sql, { id: accountId, entries });
  if (account === undefined) throw new Error(`no account ${accountId}`);
  return account.number;
}
