import type { ResetSignIn } from '@comporta/contract/identity/reset-sign-in-api';
import { eq } from 'drizzle-orm';
import { lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import { challenges, identities, passkeys, secondFactors, tokens } from '../../tables/identity.ts';
import type { ResetPart } from '../../tables/queues.ts';
import { endSessions } from '../session-ends.ts';

interface Reset {
  readonly chosen: ResetSignIn;
  /** The name of the admin; absent where the operator of the service did it. */
  readonly by?: string;
}

/**
 * Takes away with what a user comes in, and tells the user what there was of it. Who came in with what is gone does not stay:
 * without factors or identities, all sessions end. Returns whether anything was asked for. Lock the account first; the
 * caller writes the audit entry. Source: IDN-36.
 */
export async function takeSignInAway(
  sql: Sql,
  user: { readonly id: string; readonly email: string },
  { chosen, by }: Reset,
): Promise<boolean> {
  const sessions = chosen.sessions || chosen.factors || chosen.identities;
  if (!sessions && !chosen.tokens) return false;
  await lockUser(sql, user.id);
  const parts: readonly ResetPart[] = [
    ...(chosen.factors && (await removeFactors(sql, user.id)) ? (['factors'] as const) : []),
    ...(chosen.identities && (await removeIdentities(sql, user.id))
      ? (['identities'] as const)
      : []),
    ...(chosen.tokens && (await removeTokens(sql, user.id)) ? (['tokens'] as const) : []),
    ...(sessions ? (['sessions'] as const) : []),
  ];
  if (sessions) {
    await sql.delete(challenges).where(eq(challenges.userId, user.id));
    await endSessions(sql, user.id);
  }
  if (parts.length > 0) {
    const what = { is: 'reset', parts, ...(by !== undefined && { name: by }) } as const;
    await queueMail(sql, user, { kind: 'security', what });
  }
  return true;
}

async function removeFactors(sql: Sql, userId: string): Promise<boolean> {
  const keys = await sql
    .delete(passkeys)
    .where(eq(passkeys.userId, userId))
    .returning({ id: passkeys.id });
  const { appSince } = secondFactors;
  const factors = await sql
    .delete(secondFactors)
    .where(eq(secondFactors.userId, userId))
    .returning({ appSince });
  // Who only began with a passkey has a row, too.
  return keys.length > 0 || factors.some((factor) => factor.appSince !== null);
}

async function removeIdentities(sql: Sql, userId: string): Promise<boolean> {
  const { subject } = identities;
  const removed = await sql
    .delete(identities)
    .where(eq(identities.userId, userId))
    .returning({ subject });
  return removed.length > 0;
}

async function removeTokens(sql: Sql, userId: string): Promise<boolean> {
  const { id } = tokens;
  const removed = await sql.delete(tokens).where(eq(tokens.userId, userId)).returning({ id });
  return removed.length > 0;
}
