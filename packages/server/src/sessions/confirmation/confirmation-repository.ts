import { eq, sql as raw } from 'drizzle-orm';
import { Rejection } from '../../platform/base/rejection.ts';
import type { UserActor } from '../../platform/callers/actor.ts';
import type { Sql } from '../../platform/database/database.ts';
import { sessions } from '../../tables/accounts.ts';

/** Rejects with UNAUTHORIZED when the session has ended meanwhile. */
export async function noteConfirmation(
  sql: Sql,
  { tokenHash }: Pick<UserActor, 'tokenHash'>,
): Promise<void> {
  const noted = await sql
    .update(sessions)
    .set({ confirmedAt: raw`now()` })
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ userId: sessions.userId });
  if (noted.length === 0) throw new Rejection('UNAUTHORIZED');
}
