import { and, eq, inArray, or } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import type { Sql } from '../platform/database/database.ts';
import type { ApplicationScope } from '../platform/identity/application-scope.ts';
import { users } from '../tables/accounts.ts';
import { grants } from '../tables/grants.ts';

/** Whether the user may own a toggle of the application: an active user of the account with access to it. */
export async function mayOwn(
  sql: Sql,
  { id: applicationId, accountId }: ApplicationScope,
  userId: string,
): Promise<boolean> {
  if (!isId(userId)) return false;
  const granted = sql
    .select({ id: grants.userId })
    .from(grants)
    .where(eq(grants.applicationId, applicationId));
  const isSomebody = and(eq(users.id, userId), eq(users.accountId, accountId), users.active);
  return (
    (await sql.$count(users, and(isSomebody, or(users.admin, inArray(users.id, granted))))) > 0
  );
}

export async function isUserOf(sql: Sql, accountId: string, userId: string): Promise<boolean> {
  return (await sql.$count(users, and(eq(users.id, userId), eq(users.accountId, accountId)))) > 0;
}
