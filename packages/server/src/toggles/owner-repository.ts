import { and, eq } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { mayOpen } from '../platform/callers/access.ts';
import type { ApplicationScope } from '../platform/callers/application-scope.ts';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';

/** Whether the user may own a toggle of the application: an active user of the account with access to it. */
export async function mayOwn(
  sql: Sql,
  { id: applicationId, accountId }: ApplicationScope,
  userId: string,
): Promise<boolean> {
  if (!isId(userId)) return false;
  const isSomebody = and(eq(users.id, userId), eq(users.accountId, accountId), users.active);
  return (await sql.$count(users, and(isSomebody, mayOpen(sql, applicationId)))) > 0;
}

export async function isUserOf(sql: Sql, accountId: string, userId: string): Promise<boolean> {
  return (await sql.$count(users, and(eq(users.id, userId), eq(users.accountId, accountId)))) > 0;
}
