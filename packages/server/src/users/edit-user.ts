import {
  checkUser,
  type User,
  type UserDraft,
  type UserValue,
} from '@comporta/contract/users/user';
import * as api from '@comporta/contract/users/user-api';
import type { UserRole } from '@comporta/contract/users/user-role';
import { endPasswordLinks } from '../identity/password-links.ts';
import { endSessions } from '../identity/session-ends.ts';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { Rejection } from '../platform/base/rejection.ts';
import { valueOrReject } from '../platform/base/value-or-reject.ts';
import { isUnchanged, nextVersion, requireVersion } from '../platform/base/versions.ts';
import { lockAccountFor } from '../platform/callers/authenticate.ts';
import { recordAccountChange } from '../platform/changes/changes.ts';
import { lockUser } from '../platform/database/account-lock.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Write } from '../platform/http/write.ts';
import { requireRolePlaces } from './access-repository.ts';
import { readManaged, requireManagedKept } from './managed-repository.ts';
import { requireActiveAdmin } from './require-active-admin.ts';
import { requireApplications } from './require-applications.ts';
import { userAudit } from './user-audit.ts';
import { findApplications, findUser, type StoredUser, updateUser } from './user-repository.ts';

/** Changes a user. A deactivated user loses all sessions and links at once; their e-mail stays in use. */
export async function editUser(
  { sql, actor, body, ifMatch }: Write<'account', UserDraft>,
  id: string,
): Promise<User> {
  const { accountId } = actor;
  const { email } = orNotFound(await findUser(sql, accountId, id));
  const value = valueOrReject(checkUser({ ...body, email }));
  const granted = await requireApplications(sql, accountId, value.apps);
  await requireRolePlaces(sql, value);
  await lockAccountFor(sql, actor, api.updateUser);
  await lockUser(sql, id);
  const before = orNotFound(await findUser(sql, accountId, id));
  requireVersion(before, ifMatch);
  if (id === actor.id && value.admin !== before.admin) {
    throw new Rejection('SELF_ADMIN_CHANGE_FORBIDDEN', { at: ['admin'] });
  }

  const edited: StoredUser = {
    ...before,
    ...value,
    ...(value.admin ? await mappedOf(sql, before) : opened(before, value)),
    ...activityOf(before, body.active ?? before.active),
  };
  if (isUnchanged(before, edited)) return before;
  await requireManagedKept(sql, id, { before, after: edited });
  const after = await updateUser(sql, { ...edited, ...nextVersion(before, actor) }, before);
  await requireActiveAdmin(sql, accountId);
  if (before.active && !after.active) {
    await endSessions(sql, id);
    await endPasswordLinks(sql, id);
  }
  await recordAccountChange(sql, actor, {
    action: 'EDITED',
    type: 'user',
    id,
    name: after.name,
    before: await userAudit(sql, before, await findApplications(sql, accountId, before.apps)),
    after: await userAudit(sql, after, granted),
  });
  return after;
}

function opened(before: StoredUser, value: UserValue): Pick<StoredUser, 'apps' | 'roles'> {
  return { apps: [...value.apps].sort(), roles: rolesOf(before, value) };
}

/** An administrator keeps what groups gave: else it would be missing when they are no administrator any more. */
async function mappedOf(
  sql: Sql,
  { id, apps, roles }: StoredUser,
): Promise<Pick<StoredUser, 'apps' | 'roles'>> {
  const mapped = (await readManaged(sql, id))?.apps.map(({ appId }) => appId) ?? [];
  const kept = roles?.filter(({ appId }) => mapped.includes(appId)) ?? [];
  return {
    apps: apps.filter((appId) => mapped.includes(appId)),
    roles: kept.length === 0 ? undefined : kept,
  };
}

/** Where nothing is said of roles, those stay that the user has in applications that stay. Source: SAF-41. */
function rolesOf(before: StoredUser, { apps, roles }: UserValue): UserRole[] | undefined {
  const given = roles ?? before.roles?.filter(({ appId }) => apps.includes(appId)) ?? [];
  return given.length === 0 ? undefined : [...given];
}

/**
 * An invited user is already inactive: saving `active: false` does not deactivate them, and only setting a password, or a
 * provider, activates them.
 */
function activityOf(
  before: StoredUser,
  active: boolean,
): Pick<StoredUser, 'active' | 'deactivated' | 'invited'> {
  const { deactivated, invited } = before;
  if (active === before.active) return { active, deactivated, invited };
  const hasWayIn = before.hasPassword || before.hasIdentity;
  return { active: active && hasWayIn, deactivated: !active, invited: active && !hasWayIn };
}
