import { checkNewPassword, type NewPasswordDraft } from '@comporta/contract/sessions/password';
import { endPasswordLinks } from '../identity/password-links.ts';
import { hashPassword } from '../identity/passwords.ts';
import { endSessions } from '../identity/session-ends.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { hashSecret } from '../platform/base/secrets.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isEnforcedFor, readSignInPolicy } from '../platform/callers/sign-in-policy-repository.ts';
import { recordAccountChange, recordOwnChange } from '../platform/changes/changes.ts';
import type { Config } from '../platform/config/config.ts';
import { lockAccount, lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import { queueMail } from '../platform/mail/mail-queue.ts';
import { activate, findCredentialById, savePassword } from './credential-repository.ts';
import { requireLongEnough } from './long-enough-password.ts';
import { findPasswordLink, type PasswordLink } from './password-link-repository.ts';
import { requireUncommonPassword } from './weak-password.ts';

interface SetPassword {
  readonly sql: Sql;
  readonly body: NewPasswordDraft;
  readonly params: { readonly requestId: string };
}

/** What `accounts` does with sign-ups that nobody has confirmed. */
export interface SignUps {
  waitForOtherSignUps(sql: Sql): Promise<void>;
  removeOtherUnconfirmedAccounts(sql: Sql, accountId: string): Promise<void>;
}

interface Setting extends Pick<Config, 'signup'> {
  readonly passwordHash: string;
  readonly signUps: SignUps;
}

/** Checks the password and the link. Returns the hash of the password. */
export async function prepareNewPassword({ sql, body, params }: SetPassword): Promise<string> {
  const { password } = valueOrReject(checkNewPassword(body));
  const { email, accountId } = await requireUsableLink(sql, params.requestId);
  await requireLongEnough(sql, { accountId, password, field: 'value' });
  requireUncommonPassword(password, email, 'value');
  return hashPassword(password);
}

/**
 * Sets the password of the user who was sent the link. A first password activates the user and confirms their
 * sign-up. With SIGNUP=first, all other unconfirmed sign-ups are then removed. Returns the id of the user. Rejects with
 * INVALID_TOKEN or EXPIRED_TOKEN.
 */
export async function setPassword(
  { sql, params }: SetPassword,
  { passwordHash, signup, signUps }: Setting,
): Promise<string> {
  if (signup === 'first') await signUps.waitForOtherSignUps(sql);
  const { userId, accountId } = await requireUsableLink(sql, params.requestId);
  // Recording the change locks the account. The lock order is account before user, as in an administrator's edit.
  await lockAccount(sql, accountId);
  await lockUser(sql, userId);
  // A transaction that held the lock until now may have used this link, or ended it.
  await requireUsableLink(sql, params.requestId);
  await endPasswordLinks(sql, userId);
  await endSessions(sql, userId);
  await savePassword(sql, userId, passwordHash);

  const user = await findCredentialById(sql, userId);
  if (user?.active) await queueMail(sql, user, { kind: 'passwordChanged' });
  if (user === undefined) return userId;
  const author = { kind: 'user', ...user } as const;
  if (user.active) {
    await recordOwnChange(sql, author, { passwordSetByLink: true });
    return userId;
  }
  await activate(sql, user);
  if (signup === 'first') await signUps.removeOtherUnconfirmedAccounts(sql, accountId);
  await recordAccountChange(sql, author, {
    action: 'EDITED',
    type: 'user',
    id: userId,
    name: user.name,
    before: { active: false },
    after: { active: true, passwordSetByLink: true },
  });
  return userId;
}

/** Rejects with EXPIRED_TOKEN for an old link, and with INVALID_TOKEN for one that is used, replaced or unknown. */
export async function requireUsableLink(sql: Sql, token: string): Promise<PasswordLink> {
  const link = await findPasswordLink(sql, hashSecret(token));
  if (link === undefined || link.endedAt !== null || link.deactivated) {
    throw new Rejection('INVALID_TOKEN');
  }
  // One that was made while it began. Source: IDN-04.
  if (isEnforcedFor(await readSignInPolicy(sql, link.accountId), link.userId)) {
    throw new Rejection('INVALID_TOKEN');
  }
  if (link.expiresAt <= new Date()) throw new Rejection('EXPIRED_TOKEN');
  return link;
}
