import {
  checkPasswordChange,
  type PasswordChangeDraft,
} from '@comporta/contract/sessions/password';
import { endPasswordLinks } from '../identity/password-links.ts';
import { hashPassword } from '../identity/passwords.ts';
import { requirePassword } from '../identity/require-password.ts';
import { endOtherSessions, isSessionOpen } from '../identity/session-ends.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import type { UserActor } from '../platform/callers/actor.ts';
import { recordOwnChange } from '../platform/changes/changes.ts';
import { lockAccount } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail-queue.ts';
import { savePassword } from './credential-repository.ts';
import { requireLongEnough } from './long-enough-password.ts';
import { requireUncommonPassword } from './weak-password.ts';

interface ChangePassword {
  readonly sql: Sql;
  readonly actor: UserActor;
  readonly body: PasswordChangeDraft;
}

/** Checks the request and the current password. Returns the hash of the new password. */
export async function preparePasswordChange({ sql, actor, body }: ChangePassword): Promise<string> {
  const { currentPassword, newPassword } = valueOrReject(checkPasswordChange(body));
  const { accountId } = actor;
  await requireLongEnough(sql, { accountId, password: newPassword, field: 'newPassword' });
  requireUncommonPassword(newPassword, actor.email, 'newPassword');
  await requirePassword(sql, actor, { password: currentPassword, field: 'currentPassword' });
  return hashPassword(newPassword);
}

/** Rejects with UNAUTHORIZED when the password was reset, or the user deactivated, after the current password was verified. */
export async function changePassword(
  { sql, actor }: ChangePassword,
  passwordHash: string,
): Promise<void> {
  await lockAccount(sql, actor.accountId);
  await endPasswordLinks(sql, actor.id);
  if (!(await isSessionOpen(sql, actor))) throw new Rejection('UNAUTHORIZED');
  await savePassword(sql, actor.id, passwordHash);
  await endOtherSessions(sql, actor);
  await queueMail(sql, actor, { kind: 'passwordChanged' });
  await recordOwnChange(sql, actor, { passwordChanged: true });
}
