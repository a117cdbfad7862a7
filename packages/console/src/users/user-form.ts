import type { ErrorCodeOf } from '@comporta/contract/endpoint';
import { pickFields } from '@comporta/contract/fields';
import type { Problem } from '@comporta/contract/problem';
import { checkUser, USER, type User, type UserDraft } from '@comporta/contract/users/user';
import { createUser, updateUser } from '@comporta/contract/users/user-api';
import { refusalOf } from '../api/api-error.ts';
import type { Say } from '../base/say.ts';
import type { Parts } from '../ui/forms/difference.ts';

export type SaveCode = ErrorCodeOf<typeof createUser | typeof updateUser>;

export const NEW_USER: UserDraft = { name: '', email: '', admin: false, apps: [] };

export function draftOf(user: User): UserDraft {
  const { active, ...draft } = pickFields(USER, user);
  // Whoever was invited becomes active by setting a password, not by an administrator.
  return user.invited ? draft : { ...draft, active };
}

/** What can change, in words; `applications` are the names of all of them by their ids. */
export function describeUser(
  say: Say,
  { name, admin, active, apps }: UserDraft,
  applications: ReadonlyMap<string, string>,
): Parts {
  return {
    name,
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

/** The field that a code of the server is about. */
const FIELD_OF: Partial<Record<SaveCode, keyof UserDraft>> = {
  EMPTY_NAME: 'name',
  NAME_TOO_LONG: 'name',
  EMPTY_EMAIL: 'email',
  INVALID_EMAIL: 'email',
  EMAIL_ALREADY_IN_USE: 'email',
  UNKNOWN_APPLICATION: 'apps',
  SELF_ADMIN_CHANGE_FORBIDDEN: 'admin',
};

/** What a refused save says, and beside which field; undefined for what any call may answer. */
export function refusalOfSave(error: unknown): Problem<SaveCode> | undefined {
  const code = refusalOf(createUser, error) ?? refusalOf(updateUser, error);
  if (code === undefined) return undefined;
  const field = FIELD_OF[code];
  return { code, at: field === undefined ? [] : [field] };
}
