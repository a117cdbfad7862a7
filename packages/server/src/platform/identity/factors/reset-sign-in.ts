import type { ResetSignIn } from '@comporta/contract/identity/reset-sign-in-api';
import { eq } from 'drizzle-orm';
import {
  challenges,
  identities,
  passkeys,
  secondFactors,
  tokens,
} from '../../../tables/identity.ts';
import { lockUser } from '../../database/account-lock.ts';
import type { Sql } from '../../database/database.ts';
import { queueMail } from '../../mail/mail-queue.ts';
import { endSessions } from '../session-ends.ts';

/**
 * Takes away with what a user comes in, ends the sessions and what was begun, and tells the user. Lock the account first;
 * the caller writes the audit entry. Source: IDN-36.
 */
export async function takeSignInAway(
  sql: Sql,
  user: { readonly id: string; readonly email: string },
  chosen: Omit<ResetSignIn, 'sessions'>,
): Promise<void> {
  await lockUser(sql, user.id);
  await sql.delete(challenges).where(eq(challenges.userId, user.id));
  if (chosen.factors) {
    await sql.delete(secondFactors).where(eq(secondFactors.userId, user.id));
    await sql.delete(passkeys).where(eq(passkeys.userId, user.id));
  }
  if (chosen.identities) await sql.delete(identities).where(eq(identities.userId, user.id));
  if (chosen.tokens) await sql.delete(tokens).where(eq(tokens.userId, user.id));
  await endSessions(sql, user.id);
  await queueMail(sql, user, { kind: 'security', what: { is: 'factors', change: 'RESET' } });
}
