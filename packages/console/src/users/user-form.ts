import { pickFields } from '@comporta/contract/fields';
import {
  checkUser,
  NEW_USER,
  USER,
  type User,
  type UserDraft,
} from '@comporta/contract/users/user';
import type { Say } from '../base/say.ts';
import type { PartsOf } from '../ui/forms/difference.ts';

export function userDraft(user: User): UserDraft {
  const { active, ...draft } = pickFields(USER, user);
  // Whoever was invited becomes active by setting a password, not by an administrator.
  return user.invited ? draft : { ...draft, active };
}

/** The next user may do what the one before may. */
export function nextUser({ admin, apps }: UserDraft): UserDraft {
  return { ...NEW_USER, admin, apps };
}

/** What can change, in words; `applications` are the names of all of them by their ids. */
export function describeUser(
  say: Say,
  { admin, active, apps, ...texts }: UserDraft,
  applications: ReadonlyMap<string, string>,
): PartsOf<UserDraft> {
  return {
    ...texts,
    admin: admin ? say('common.yes') : say('common.no'),
    active: active === false ? say('common.no') : say('common.yes'),
    // An administrator needs no grants, and a save keeps none.
    applications: admin ? [] : apps.map((id) => applications.get(id) ?? id),
  };
}

/** The contract's check; whether the user is active goes with it unchecked. */
export function checkDraft(draft: UserDraft) {
  const checked = checkUser(draft);
  return checked.ok ? { ...checked, value: { ...checked.value, active: draft.active } } : checked;
}

/** Switches one application on or off. */
export function toggleApplication(apps: readonly string[], id: string): string[] {
  return apps.includes(id) ? apps.filter((granted) => granted !== id) : [...apps, id];
}

/** Whether the user of the session is this one. The session knows the e-mail, not the id. */
export function isSelf(userName: string | undefined, { email }: Pick<User, 'email'>): boolean {
  return userName?.toLowerCase() === email.toLowerCase();
}
