import { DEFAULT_ROLE } from '@comporta/contract/role';
import type { UserDraft } from '@comporta/contract/users/user';
import type { Say } from '../base/say.ts';

type Roles = NonNullable<UserDraft['roles']>;
export type RoleDraft = Roles[number];
type Named = { readonly id: string; readonly name: string };

/** What the user may do in an application that they may open. */
export function roleFor(roles: UserDraft['roles'], appId: string): RoleDraft {
  return (
    roles?.find((one) => one.appId === appId) ?? { appId, role: DEFAULT_ROLE, environments: [] }
  );
}

export function withRole(roles: UserDraft['roles'], changed: RoleDraft): Roles {
  return [...(roles ?? []).filter(({ appId }) => appId !== changed.appId), changed];
}

/** Another role in the first environment that has none of its own yet. */
export function withException(draft: RoleDraft, environments: readonly Named[]): RoleDraft {
  const free = environments.find(({ id }) => draft.environments.every(({ envId }) => envId !== id));
  if (free === undefined) return draft;
  const role = draft.role === 'VIEWER' ? 'EDITOR' : 'VIEWER';
  return { ...draft, environments: [...draft.environments, { envId: free.id, role }] };
}

/** The exception at a place with some other environment or role; without one it is removed. */
export function changeException(
  draft: RoleDraft,
  place: number,
  change: Partial<RoleDraft['environments'][number]> | undefined,
): RoleDraft {
  const environments = draft.environments.flatMap((one, index) => {
    if (index !== place) return [one];
    return change === undefined ? [] : [{ ...one, ...change }];
  });
  return { ...draft, environments };
}

interface Application extends Named {
  readonly environments: readonly Named[];
}

/** A role in words, such as `Shop: Editor, except Production: Viewer`. */
export function roleInWords(say: Say, draft: RoleDraft, application: Application): string {
  const wordOf = (role: string) => say(`role.${role as 'VIEWER'}`); // One of the list's: the form offers no others.
  const exceptions = draft.environments.map(({ envId, role }) => {
    const name = application.environments.find(({ id }) => id === envId)?.name ?? envId;
    return `${name}: ${wordOf(role)}`;
  });
  const all = `${application.name}: ${wordOf(draft.role)}`;
  return exceptions.length === 0 ? all : `${all}, ${say('role.except')} ${exceptions.join(', ')}`;
}
