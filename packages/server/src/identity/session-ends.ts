import { and, eq, inArray, ne } from 'drizzle-orm';
import type { UserActor } from '../platform/callers/actor.ts';
import type { Sql } from '../platform/database/database.ts';
import { sessions, users } from '../tables/accounts.ts';

export async function endSessions(sql: Sql, userId: string): Promise<void> {
  await sql.delete(sessions).where(eq(sessions.userId, userId));
}

/** Whether the session of the current call has not been ended since the call began. */
export async function isSessionOpen(
  sql: Sql,
  { tokenHash }: Pick<UserActor, 'tokenHash'>,
): Promise<boolean> {
  return (await sql.$count(sessions, eq(sessions.tokenHash, tokenHash))) > 0;
}

/** Ends all sessions of the actor but that of the current call. */
export async function endOtherSessions(
  sql: Sql,
  { id, tokenHash }: Pick<UserActor, 'id' | 'tokenHash'>,
): Promise<void> {
  await sql.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.tokenHash, tokenHash)));
}

/** Ends the sessions of all other users of the actor's company. */
export async function endSessionsOfAccount(
  sql: Sql,
  { id, accountId }: Pick<UserActor, 'id' | 'accountId'>,
): Promise<void> {
  const others = sql
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.accountId, accountId), ne(users.id, id)));
  await sql.delete(sessions).where(inArray(sessions.userId, others));
}
