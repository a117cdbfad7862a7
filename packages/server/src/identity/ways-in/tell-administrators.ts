import { and, eq } from 'drizzle-orm';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import { users } from '../../tables/accounts.ts';
import type { SecurityNotice } from '../../tables/queues.ts';

/** Tells every active administrator of a company, in the transaction of what it tells. Source: IDN-44. */
export async function tellAdministrators(
  sql: Sql,
  accountId: string,
  what: SecurityNotice,
): Promise<void> {
  const administrators = await sql
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), users.admin, users.active));
  for (const one of administrators) await queueMail(sql, one, { kind: 'security', what });
}
