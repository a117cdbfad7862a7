import { and, eq, isNull } from 'drizzle-orm';
import { passwordLinks } from '../../tables/accounts.ts';
import type { LinkReason } from '../../tables/queues.ts';
import { hashSecret, newSecret } from '../base/secrets.ts';
import { lockUser } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';
import { queueMail, removeLinkMails } from '../mail/mail-queue.ts';

const HOUR_MS = 60 * 60_000;
const INVITATION_HOURS = 24;
const RESET_HOURS = 1;

/** Ends the links made before, and queues the mail that will carry a new one. */
export async function sendPasswordLink(
  sql: Sql,
  recipient: { readonly id: string; readonly email: string },
  reason: LinkReason,
): Promise<void> {
  await endPasswordLinks(sql, recipient.id);
  await queueMail(sql, recipient, reason);
}

export interface PasswordLink {
  readonly link: string;
  readonly hours: number;
}

/**
 * Makes a link to set a password, beside those there are: a mail that is tried again may have arrived.
 * Its host is `publicUrl`, never what a request says, and only its hash is stored.
 */
export async function makePasswordLink(
  sql: Sql,
  publicUrl: string,
  { userId, kind }: { readonly userId: string; readonly kind: LinkReason['kind'] },
): Promise<PasswordLink> {
  const token = newSecret();
  const hours = kind === 'reset' ? RESET_HOURS : INVITATION_HOURS;
  await sql.insert(passwordLinks).values({
    tokenHash: hashSecret(token),
    userId,
    expiresAt: new Date(Date.now() + hours * HOUR_MS),
  });
  return { link: `${publicUrl}/password/${token}`, hours };
}

/**
 * Those that mails are to bring, too. Takes the user for writing first: of two links that were asked for
 * at once only one may stay alive.
 */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await lockUser(sql, userId);
  await removeLinkMails(sql, userId);
  await sql
    .update(passwordLinks)
    .set({ endedAt: new Date() })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.endedAt)));
}
