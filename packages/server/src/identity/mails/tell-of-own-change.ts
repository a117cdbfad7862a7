import { createRateLimit } from '../../platform/base/rate-limit.ts';
import type { Sql } from '../../platform/database/database.ts';
import { queueMail } from '../../platform/mail/mail-queue.ts';
import type { SecurityNotice } from '../../tables/queues.ts';

const HOUR_MS = 60 * 60_000;
/** Per hour. Each is a mail through the operator's mail server, which others need, too. */
const CHANGES_OF_USER = 60;
const takeChange = createRateLimit(CHANGES_OF_USER, HOUR_MS);

/**
 * Mails users what was just changed about how they log in, mostly by themselves. Rejects with RATE_LIMITED who changes it again
 * and again.
 */
export async function tellOfOwnChange(
  sql: Sql,
  user: { readonly id: string; readonly email: string },
  what: SecurityNotice,
): Promise<void> {
  takeChange(user.id);
  await queueMail(sql, user, { kind: 'security', what });
}
