import { and, eq, isNull } from 'drizzle-orm';
import { passwordLinks } from '../../tables/accounts.ts';
import { hashSecret, newSecret } from '../base/secrets.ts';
import { lockUser } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { type LinkReason, type LinkRecipient, passwordMail } from '../mail/password-mail.ts';

const HOUR_MS = 60 * 60_000;
const INVITATION_HOURS = 24;
const RESET_HOURS = 1;

/**
 * Makes a link to set a password, ends those made before and queues the mail that carries it. The host
 * of the link is `publicUrl`, never what a request says. Returns the link.
 */
export async function sendPasswordLink(
  sql: Sql,
  publicUrl: string,
  { recipient, reason }: { readonly recipient: LinkRecipient; readonly reason: LinkReason },
): Promise<string> {
  const token = newSecret();
  const hours = reason.kind === 'reset' ? RESET_HOURS : INVITATION_HOURS;
  await endPasswordLinks(sql, recipient.id);
  await sql.insert(passwordLinks).values({
    tokenHash: hashSecret(token),
    userId: recipient.id,
    expiresAt: new Date(Date.now() + hours * HOUR_MS),
  });
  const link = `${publicUrl}/password/${token}`;
  await queueMail(sql, passwordMail({ recipient, reason, link, hours }));
  return link;
}

/** Takes the user for writing first: of two links made at once only one may stay alive. */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await lockUser(sql, userId);
  await sql
    .update(passwordLinks)
    .set({ endedAt: new Date() })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.endedAt)));
}
