import { eq, sql as raw } from 'drizzle-orm';
import { lockUser } from '../../platform/database/account-lock.ts';
import type { Sql } from '../../platform/database/database.ts';
import { keepMail } from '../../platform/mail/mail-queue.ts';
import type { ComposeMail } from '../../platform/mail/mail-sender.ts';
import { accounts, users } from '../../tables/accounts.ts';
import { makePasswordLink } from '../password-links.ts';
import { findSignOnDoor } from '../ways-in/sign-on-door.ts';
import { passwordChangedMail } from './password-changed-mail.ts';
import { passwordMail } from './password-mail.ts';
import { securityMail } from './security-mail.ts';
import { signOnMail } from './sign-on-mail.ts';

/** Composes mails at the time of sending, so that a link exists only in the mail. Source: T08. */
export function composeMails(publicUrl: string): ComposeMail {
  return (sql, queued) =>
    sql.transaction(async (sql) => {
      const { userId, reason } = queued;
      if (userId === null || reason === null) return queued;
      await lockUser(sql, userId);
      const recipient = await findRecipient(sql, userId);
      if (recipient === undefined || !(await keepMail(sql, queued.id))) return undefined;
      if (reason.kind === 'passwordChanged') return passwordChangedMail(recipient, publicUrl);
      if (reason.kind === 'security') return securityMail(recipient, reason.what);
      // A user who has set a password meanwhile, with another link, no longer needs a link for a first password.
      if (recipient.hasPassword && reason.kind !== 'reset') return undefined;
      const door = await findSignOnDoor(sql, { publicUrl, accountId: recipient.accountId, userId });
      if (door !== undefined) return signOnMail(recipient, reason, door);
      const link = await makePasswordLink(sql, publicUrl, { userId, kind: reason.kind });
      return passwordMail({ recipient, reason, ...link });
    });
}

async function findRecipient(sql: Sql, userId: string) {
  const [recipient] = await sql
    .select({
      accountId: users.accountId,
      name: users.name,
      email: users.email,
      companyName: accounts.name,
      language: users.language,
      hasPassword: raw<boolean>`${users.passwordHash} is not null`,
    })
    .from(users)
    .innerJoin(accounts, eq(accounts.id, users.accountId))
    .where(eq(users.id, userId));
  return recipient;
}
