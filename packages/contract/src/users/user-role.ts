import * as z from 'zod/mini';
import type { Problem } from '../problem.ts';
import { DEFAULT_ROLE, ROLES, roleSchema } from '../role.ts';
import { documented, draftList, draftText, id } from '../shapes.ts';

export const userRoleSchema = documented(
  z.object({
    appId: id,
    role: roleSchema,
    environments: documented(z.array(z.object({ envId: id, role: roleSchema })), {
      description: 'The environments in which it is another one.',
    }),
  }),
  { id: 'UserRole', description: 'What a user may do in an application that they may open.' },
);
export type UserRole = z.infer<typeof userRoleSchema>;

const environmentRoleDraft = z.object({ envId: draftText, role: draftText });
export const userRoleDraftSchema = z.object({
  appId: draftText,
  role: draftText,
  environments: draftList(environmentRoleDraft),
});
type UserRoleDraft = z.output<typeof userRoleDraftSchema>;

/**
 * Roles as they are stored: only those that are not what everybody has who may open the application, by ids. Whether
 * places exist is not known here.
 */
export function checkRoles(drafts: readonly UserRoleDraft[]) {
  const roles: UserRole[] = [];
  const problems: Problem<'INVALID_ROLE'>[] = [];
  const named = new Set<string>();
  const roleAt = (text: string, at: Problem['at']) => {
    const role = ROLES.find((one) => one === text);
    if (role === undefined) problems.push({ code: 'INVALID_ROLE', at: [...at, 'role'] });
    return role ?? DEFAULT_ROLE;
  };
  const nameOnce = (one: string, at: Problem['at']) => {
    if (named.has(one)) problems.push({ code: 'INVALID_ROLE', at });
    named.add(one);
  };
  for (const [index, { appId, ...draft }] of drafts.entries()) {
    const at = ['roles', index] as const;
    nameOnce(appId, [...at, 'appId']);
    const role = roleAt(draft.role, at);
    const environments = draft.environments.map(({ envId, role: other }, place) => {
      nameOnce(envId, [...at, 'environments', place, 'envId']);
      return { envId, role: roleAt(other, [...at, 'environments', place]) };
    });
    const others = environments.filter((one) => one.role !== role).toSorted(by('envId'));
    if (role !== DEFAULT_ROLE || others.length > 0)
      roles.push({ appId, role, environments: others });
  }
  return { roles: roles.toSorted(by('appId')), problems };
}

function by<Name extends string>(name: Name) {
  type Named = Readonly<Record<Name, string>>;
  return (one: Named, other: Named) => (one[name] < other[name] ? -1 : 1);
}
