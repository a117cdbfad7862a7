import { requestPasswordReset } from '@comporta/contract/sessions/password-api';
import { getProfile, updateProfile } from '@comporta/contract/users/profile-api';
import type {
  CreatedUser,
  Profile,
  ProfileDraft,
  User,
  UserDraft,
  UserValue,
} from '@comporta/contract/users/user';
import {
  createUser,
  deleteUser,
  getUser,
  listAdministrators,
  listPeople,
  listUsers,
  updateUser,
} from '@comporta/contract/users/user-api';
import { type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { askAgain, BESIDE } from './query-client.ts';
import { followOwnName } from './stored/session.ts';

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => call(listUsers, { signal }),
});

/** The users who may own toggles of an application. */
export function peopleQuery(appId: string) {
  return queryOptions({
    queryKey: ['people', appId],
    meta: BESIDE,
    queryFn: ({ signal }) => call(listPeople, { params: { appId }, signal }),
  });
}

/** The administrators, whom other users ask for what only these may do. */
export const administratorsQuery = queryOptions({
  queryKey: ['users', 'administrators'],
  meta: BESIDE,
  queryFn: ({ signal }) => call(listAdministrators, { signal }),
});

export function userQuery(id: string) {
  return queryOptions({
    queryKey: ['users', id],
    queryFn: ({ signal }) => call(getUser, { params: { id }, signal }),
  });
}

/** The logged-in user. */
export const profileQuery = queryOptions({
  queryKey: ['users', 'me'],
  meta: BESIDE,
  queryFn: ({ signal }) => call(getProfile, { signal }),
});

/** Fetches the profile as it is saved now, to see what was changed elsewhere. */
export function fetchProfile(): Promise<Profile> {
  return call(getProfile, {});
}

/** Saves the user's own profile over the version that was loaded. */
export async function saveProfile(
  client: QueryClient,
  value: ProfileDraft,
  ifMatch: number | undefined,
): Promise<Profile> {
  const saved = await call(updateProfile, { body: value, ifMatch });
  followOwnName(saved);
  await forgetUsers(client);
  return saved;
}

/** Fetches the user as they are saved now, to see what somebody else changed. */
export function fetchUser({ id }: Pick<User, 'id'>): Promise<User> {
  return call(getUser, { params: { id } });
}

/**
 * The added users whose password links are still to be passed on, on a service without e-mail; kept only in
 * memory.
 */
export const addedUsersQuery = queryOptions<readonly CreatedUser[]>({
  queryKey: ['added-users'],
  queryFn: skipToken,
});

/** Removes one of them after their link was passed on. */
export function forgetAddedUser(client: QueryClient, { id }: CreatedUser): void {
  client.setQueryData(addedUsersQuery.queryKey, (added = []) =>
    added.filter((user) => user.id !== id),
  );
}

interface UserSave {
  readonly value: UserValue & Pick<UserDraft, 'active'>;
  /** The version to save over. */
  readonly ifMatch: number | undefined;
}

/** Adds the user, or saves over the version that was loaded. */
export async function saveUser(
  client: QueryClient,
  id: string | undefined,
  { value, ifMatch }: UserSave,
): Promise<CreatedUser> {
  const saved: CreatedUser =
    id === undefined
      ? await call(createUser, { body: value })
      : await call(updateUser, { params: { id }, body: value, ifMatch });
  if ((saved.passwordLink ?? saved.signOnLink) !== undefined) {
    client.setQueryData(addedUsersQuery.queryKey, (added = []) => [...added, saved]);
  }
  followOwnName(saved);
  await forgetUsers(client);
  return saved;
}

export function removeUser({ id }: User): Promise<undefined> {
  return call(deleteUser, { params: { id } });
}

/** Sends another link to a user who has not set a password yet; the former link stops working. */
export function inviteAgain({ email }: User): Promise<undefined> {
  return call(requestPasswordReset, { body: { email } });
}

/** To be called after a change: the list and every user are fetched again. */
export async function forgetUsers(client: QueryClient): Promise<void> {
  await askAgain(client, usersQuery.queryKey);
}
