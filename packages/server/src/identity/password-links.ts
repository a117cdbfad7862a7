import { and, eq, isNull } from 'drizzle-orm';
import { hashSecret, newSecret } from '../platform/base/secrets.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import { queueMail, removeLinkMails } from '../platform/mail/mail-queue.ts';
import { passwordLinks } from '../tables/accounts.ts';
import type { LinkReason } from '../tables/queues.ts';

const HOUR_MS = 60 * 60_000;
const INVITATION_HOURS = 24;
const RESET_HOURS = 1;

/** Ends earlier links, and queues the mail that will contain a new one. */
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
 * Creates a link to set a password. Existing links stay valid, because a mail that is retried may have arrived before.
 * Its host is `publicUrl`, never a host from a request. Only a hash of the token is stored.
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
 * Ends all password links of a user, including those of queued mails. Locks the user first, so that of two links
 * requested concurrently only one stays valid.
 */
export async function endPasswordLinks(sql: Sql, userId: string): Promise<void> {
  await lockUser(sql, userId);
  await removeLinkMails(sql, userId);
  await sql
    .update(passwordLinks)
    .set({ endedAt: new Date() })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.endedAt)));
}
