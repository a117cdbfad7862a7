import * as z from 'zod/mini';
import { checkTexts } from '../check-texts.ts';
import { isEmail, normalizeEmail } from '../email.ts';
import type { ErrorCode } from '../errors.ts';
import {
  emptyDraft,
  fieldsOf,
  flag,
  localField,
  requiredText,
  text,
  type ValueOf,
} from '../fields.ts';
import { type Checked, checked, type Problem } from '../problem.ts';
import { documented, draftList, id, version } from '../shapes.ts';
import { checkRoles, type UserRole, userRoleDraftSchema, userRoleSchema } from './user-role.ts';

const name = requiredText({
  maxChars: 100,
  empty: 'EMPTY_NAME',
  tooLong: 'NAME_TOO_LONG',
  holds: 'name of somebody',
});

export const USER = fieldsOf({
  name,
  email: text,
  admin: flag,
  // If a draft omits it, the stored value stays.
  active: localField({ stored: z.boolean(), draft: z.nullish(z.boolean()) }),
  apps: localField({
    stored: documented(z.array(id), {
      description: 'Ids of the granted applications; admins can open every application.',
    }),
    draft: draftList(id),
  }),
});

const { apps, ...ownFields } = USER.stored;
const invited = documented(z.boolean(), {
  description:
    'Whether the user is not deactivated, but has neither set a password nor come in through a provider yet.',
});

const time = z.nullable(z.iso.datetime());
const giver = { provider: z.string(), group: z.string() };
const managed = z.object({
  admin: z.optional(z.object(giver)),
  apps: z.array(z.object({ appId: id, ...giver })),
});
/** What groups of a provider give: an edit of the user cannot take it away. Source: IDN-17. */
export type ManagedRights = z.infer<typeof managed>;

export const userSchema = documented(
  z.object({
    id,
    ...ownFields,
    invited,
    lacksFactor: documented(z.optional(z.boolean()), {
      description: 'Set where the company asks for a second factor that the user does not have.',
    }),
    apps,
    roles: documented(z.optional(z.array(userRoleSchema)), {
      description:
        'Of the applications in which the user is not simply an editor; absent for none.',
    }),
    managed: documented(z.optional(managed), {
      description:
        'What groups of a provider give, which changes there; only of a single user, and absent for nothing.',
    }),
    lastLoginAt: documented(time, {
      description: 'Time of the last login; null if none is recorded.',
    }),
    invitedAt: documented(time, {
      description: 'When a link to set the first password was last sent; null if not recorded.',
    }),
    version,
  }),
  { id: 'User' },
);
export type User = z.infer<typeof userSchema>;

/** The answer to an invitation. */
export const createdUserSchema = z.extend(userSchema, {
  passwordLink: documented(z.optional(z.string()), {
    description:
      'Link to set a password; only in this response, and only if the service sends no e-mail.',
  }),
  signOnLink: documented(z.optional(z.string()), {
    description: 'In place of it where the company allows only single sign-on: where to log in.',
  }),
});
export type CreatedUser = z.infer<typeof createdUserSchema>;

export const administratorSchema = documented(
  z.pick(userSchema, { id: true, name: true, email: true }),
  { id: 'Administrator', description: 'An admin, whom users can ask for what only admins may do.' },
);
export type Administrator = z.infer<typeof administratorSchema>;

export const personSchema = documented(z.pick(userSchema, { id: true, name: true }), {
  id: 'Person',
});
export type Person = z.infer<typeof personSchema>;

export const userDraftSchema = z.object({
  ...USER.draft,
  /** If a draft omits them, those of the applications that stay are as they were. Source: SAF-41. */
  roles: z.nullish(z.array(userRoleDraftSchema)),
});
export type UserDraft = z.infer<typeof userDraftSchema>;

/** The draft that a form for a new user starts with. */
export const NEW_USER: UserDraft = emptyDraft(USER);

/** Without `active`, which is not checked here: the server decides about it. Without `roles`, they stay. */
export type UserValue = Omit<ValueOf<typeof USER>, 'active'> & {
  readonly roles: UserRole[] | undefined;
};

export const USER_CODES = [
  'EMPTY_NAME',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
  'EMPTY_EMAIL',
  'INVALID_EMAIL',
  'INVALID_ROLE',
] as const satisfies readonly ErrorCode[];
export type UserCode = (typeof USER_CODES)[number];

/** Checks a user. Administrators need neither grants nor roles, so none are stored. Source: USE-03, USE-04, SAF-41. */
export function checkUser(draft: UserDraft): Checked<UserValue, UserCode> {
  const { texts, problems: problemsOfTexts } = checkTexts(USER, draft);
  const email = normalizeEmail(draft.email);
  const apps = draft.admin ? [] : [...new Set(draft.apps)];
  const checkedRoles = draft.roles && checkRoles(draft.admin ? [] : draft.roles);
  const problems: Problem<UserCode>[] = [...problemsOfTexts, ...(checkedRoles?.problems ?? [])];
  if (email === '') problems.push({ code: 'EMPTY_EMAIL', at: ['email'] });
  else if (!isEmail(email)) problems.push({ code: 'INVALID_EMAIL', at: ['email'] });
  const value = { ...texts, email, admin: draft.admin, apps, roles: checkedRoles?.roles };
  return checked(value, problems);
}

/** The fields that users may change of their own account. */
export const PROFILE = fieldsOf({ name });

export const profileSchema = documented(
  z.pick(userSchema, { id: true, name: true, email: true, version: true }),
  { id: 'Profile', description: 'The own account of a user, as the user sees it.' },
);
export type Profile = z.infer<typeof profileSchema>;

export const profileDraftSchema = z.object(PROFILE.draft);
export type ProfileDraft = z.infer<typeof profileDraftSchema>;

export const PROFILE_CODES = [
  'EMPTY_NAME',
  'INVALID_CHARACTERS',
  'NAME_TOO_LONG',
] as const satisfies readonly ErrorCode[];
export type ProfileCode = (typeof PROFILE_CODES)[number];

export function checkProfile(draft: ProfileDraft): Checked<ProfileDraft, ProfileCode> {
  const { texts, problems } = checkTexts(PROFILE, draft);
  return checked(texts, problems);
}
