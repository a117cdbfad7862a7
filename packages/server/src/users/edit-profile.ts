import { updateProfile } from '@comporta/contract/users/profile-api';
import { checkProfile, type Profile, type ProfileDraft } from '@comporta/contract/users/user';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isUnchanged, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import type { Write } from '../platform/http/write.ts';
import { userAudit } from './user-audit.ts';
import { findApplications, findUser, updateUser } from './user-repository.ts';

/** Changes the fields that all users may change in their own profile. */
export async function editProfile({
  sql,
  actor,
  body,
  ifMatch,
}: Write<'account', ProfileDraft>): Promise<Profile> {
  const { accountId, id } = actor;
  const value = valueOrReject(checkProfile(body));
  await lockAccountFor(sql, actor, updateProfile);
  await lockUser(sql, id);
  const before = orNotFound(await findUser(sql, accountId, id));
  requireVersion(before, ifMatch);
  const edited = { ...before, ...value };
  if (isUnchanged(before, edited)) return before;
  const after = await updateUser(sql, { ...edited, ...nextVersion(before, actor) }, before);
  const granted = await findApplications(sql, accountId, after.apps);
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'user',
    id,
    name: after.name,
    before: await userAudit(sql, before, granted),
    after: await userAudit(sql, after, granted),
  });
  return after;
}
