import { type CreatedUser, checkUser, type UserDraft } from '@comporta/contract/users/user';
import { makePasswordLink, sendPasswordLink } from '../identity/password-links.ts';
import { findSignOnDoor } from '../identity/ways-in/sign-on-door.ts';
import { newId } from '../platform/base/ids.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { savedBy } from '../platform/base/versions.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Config } from '../platform/config/config.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { enforcePlanLimit } from '../platform/limits/enforce-plan-limit.ts';
import { requireRolePlaces } from './access-repository.ts';
import { requireApplications } from './require-applications.ts';
import { userAudit } from './user-audit.ts';
import { insertUser, MAX_USERS } from './user-repository.ts';

export interface CreateSettings extends Pick<Config, 'plans' | 'publicUrl' | 'smtpUrl'> {
  readonly takeInvitation: (accountId: string) => void;
  /** Removes a sign-up with this e-mail that nobody has confirmed. */
  readonly freeUnconfirmedEmail: (sql: Sql, email: string) => Promise<void>;
}

/** Creates a user and sends them a link to set a password, which activates them. Without SMTP the result has the link, too. */
export async function createUser(
  { sql, actor, body }: Write<'account', UserDraft>,
  settings: CreateSettings,
): Promise<CreatedUser> {
  const { accountId, language } = actor;
  const value = valueOrReject(checkUser(body));
  settings.takeInvitation(accountId);
  const granted = await requireApplications(sql, accountId, value.apps);
  await requireRolePlaces(sql, value);
  await enforcePlanLimit(sql, actor, { plans: settings.plans, of: MAX_USERS });

  await settings.freeUnconfirmedEmail(sql, value.email);
  const id = newId();
  const user = await insertUser(sql, {
    id,
    accountId,
    ...value,
    active: false,
    language,
    invitedAt: new Date(),
    ...savedBy(actor),
  });
  await sendPasswordLink(sql, user, { kind: 'addedBy', inviter: actor.name });
  // Last, because it locks the account: concurrent requests wait no longer than necessary.
  await recordAccountChange(sql, actor, {
    action: 'CREATED',
    type: 'user',
    id,
    name: user.name,
    after: await userAudit(sql, user, granted),
  });
  if (settings.smtpUrl !== undefined) return user;
  const { publicUrl } = settings;
  const door = await findSignOnDoor(sql, { publicUrl, accountId, userId: id });
  if (door !== undefined) return { ...user, signOnLink: door.address };
  const { link } = await makePasswordLink(sql, publicUrl, { userId: id, kind: 'addedBy' });
  return { ...user, passwordLink: link };
}
