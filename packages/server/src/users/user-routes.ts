import * as resetApi from '@comporta/contract/identity/reset-sign-in-api';
import * as profileApi from '@comporta/contract/users/profile-api';
import * as api from '@comporta/contract/users/user-api';
import { orNotFound } from '../platform/base/or-not-found.ts';
import { createRateLimit } from '../platform/base/rate-limit.ts';
import type { Server } from '../platform/http/route.ts';
import { type CreateSettings, createUser } from './create-user.ts';
import { deleteUser } from './delete-user.ts';
import { editProfile } from './edit-profile.ts';
import { editUser } from './edit-user.ts';
import { readManaged } from './managed-repository.ts';
import { resetSignIn } from './reset-sign-in.ts';
import { findUser, listAdministratorsOf, listPeopleOf, listUsersOf } from './user-repository.ts';

/** Per minute. Limited because each sends a mail; enough for a script that adds a department. */
const INVITATIONS_PER_ACCOUNT = 60;

export function userRoutes(
  { route }: Server,
  config: Omit<CreateSettings, 'takeInvitation'>,
): void {
  const takeInvitation = createRateLimit(INVITATIONS_PER_ACCOUNT);

  route(api.listUsers, ({ sql, actor }) => listUsersOf(sql, actor.accountId));
  route(api.listAdministrators, ({ sql, actor }) => listAdministratorsOf(sql, actor.accountId));
  route(api.listPeople, ({ sql, application }) => listPeopleOf(sql, application));
  route(api.getUser, async ({ sql, actor, params }) => {
    const user = orNotFound(await findUser(sql, actor.accountId, params.id));
    return { ...user, managed: await readManaged(sql, user.id) };
  });
  route(api.createUser, (call) => createUser(call, { ...config, takeInvitation }));
  route(api.updateUser, async (call) => {
    const user = await editUser(call, call.params.id);
    return { ...user, managed: await readManaged(call.sql, user.id) };
  });
  route(profileApi.getProfile, async ({ sql, actor }) =>
    orNotFound(await findUser(sql, actor.accountId, actor.id)),
  );
  route(profileApi.updateProfile, editProfile);
  route(resetApi.resetSignIn, (call) => resetSignIn(call, call.params.id));
  route(api.deleteUser, (call) => deleteUser(call, call.params.id));
}
