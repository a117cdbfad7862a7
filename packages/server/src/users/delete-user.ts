import * as api from '@comporta/contract/users/user-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { requireVersion } from '../platform/base/versions.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import type { Write } from '../platform/http/write.ts';
import { requireActiveAdmin } from './require-active-admin.ts';
import { userAudit } from './user-audit.ts';
import {
  deleteUserRow,
  findApplications,
  findUser,
  lockOwnedApplications,
} from './user-repository.ts';

export async function deleteUser(
  { sql, actor, ifMatch }: Write<'account'>,
  id: string,
): Promise<void> {
  const { accountId } = actor;
  if (id === actor.id) throw new Rejection('SELF_DELETION_FORBIDDEN');
  orNotFound(await findUser(sql, accountId, id));
  await lockOwnedApplications(sql, accountId, id);
  await lockAccountFor(sql, actor, api.deleteUser);
  const user = orNotFound(await findUser(sql, accountId, id));
  requireVersion(user, ifMatch);
  const granted = await findApplications(sql, accountId, user.apps);
  await deleteUserRow(sql, id);
  await requireActiveAdmin(sql, accountId);
  await recordAccountChange(sql, actor, {
    action: 'DELETED',
    type: 'user',
    id,
    name: user.name,
    before: await userAudit(sql, user, granted),
  });
}
