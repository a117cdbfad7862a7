import type { ApplicationSummary } from '@comporta/contract/applications/application';
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
import { roleFor, roleInWords } from './user-roles.ts';

export function userDraft(user: User): UserDraft {
  const { active, ...fields } = pickFields(USER, user);
  const draft = { ...fields, roles: user.roles ?? [] };
  // Invited users become active when they set a password; administrators cannot activate them.
  return user.invited ? draft : { ...draft, active };
}

/** Starts the next user with the same permissions. */
export function nextUser({ admin, apps, roles }: UserDraft): UserDraft {
  return { ...NEW_USER, admin, apps, roles };
}

/** Describes in words the parts that can change; `applications` are the names of all applications by their ids. */
export function describeUser(
  say: Say,
  { admin, active, apps, roles, ...texts }: UserDraft,
  applications: ReadonlyMap<string, ApplicationSummary>,
): PartsOf<UserDraft> {
  return {
    ...texts,
    admin: admin ? say('common.yes') : say('common.no'),
    active: active === false ? say('common.no') : say('common.yes'),
    // An administrator needs no grants, and a save removes them.
    applications: admin
      ? []
      : apps.map((id) => {
          const application = applications.get(id);
          return application ? roleInWords(say, roleFor(roles, id), application) : id;
        }),
  };
}

/** The contract's check, without the roles in other applications; `active` is added to the value without a check. */
export function checkDraft(draft: UserDraft) {
  const roles = draft.roles?.filter(({ appId }) => draft.apps.includes(appId));
  const checked = checkUser({ ...draft, roles });
  return checked.ok ? { ...checked, value: { ...checked.value, active: draft.active } } : checked;
}

/** Adds one application, or removes it. */
export function toggleApplication(apps: readonly string[], id: string): string[] {
  return apps.includes(id) ? apps.filter((granted) => granted !== id) : [...apps, id];
}

/** Whether the user is the one who is logged in. The session knows the e-mail, not the id. */
export function isSelf(userName: string | undefined, { email }: Pick<User, 'email'>): boolean {
  return userName?.toLowerCase() === email.toLowerCase();
}
