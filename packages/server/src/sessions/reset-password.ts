import { checkPasswordReset, type PasswordResetDraft } from '@comporta/contract/sessions/password';
import { sendPasswordLink } from '../identity/password-links.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { Sql } from '../platform/database/database.ts';
import { findCredentialByEmail, noteInvitation } from './credential-repository.ts';

interface Reset {
  readonly sql: Sql;
  readonly body: PasswordResetDraft;
}

/**
 * Sends a link to set a new password; a user who has never set one is invited again. When `sendsMail` is false, because
 * of the rate limit, it silently does nothing, and the previous link stays valid. Rejects with UNKNOWN_USER.
 */
export async function resetPassword({ sql, body }: Reset, sendsMail: boolean): Promise<void> {
  const { email } = valueOrReject(checkPasswordReset(body));
  const recipient = await findCredentialByEmail(sql, email);
  if (recipient === undefined || recipient.deactivated) {
    throw new Rejection('UNKNOWN_USER', { at: ['email'] });
  }
  if (!sendsMail) return;
  const isInvitation = recipient.passwordHash === null;
  await sendPasswordLink(sql, recipient, { kind: isInvitation ? 'again' : 'reset' });
  if (isInvitation) await noteInvitation(sql, recipient.id);
}
