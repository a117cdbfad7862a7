import { pickFields } from '@comporta/contract/fields';
import type { Role } from '@comporta/contract/role';
import { USER, type User } from '@comporta/contract/users/user';
import { readEnvironmentNames } from '../platform/changes/environment-names.ts';
import type { Sql } from '../platform/database/database.ts';
import type { GrantedApplication } from './user-repository.ts';

/** The fields of a user for the audit log. Names of granted applications are taken from `applications`. Source: SAF-80. */
export async function userAudit(sql: Sql, user: User, applications: readonly GrantedApplication[]) {
  const { apps, ...fields } = pickFields(USER, user);
  const { roles = [] } = user;
  const names = new Map(applications.map(({ id, name }) => [id, name]));
  const granted = applications.filter(({ id }) => apps.includes(id));
  const ids = roles.flatMap(({ environments }) => environments.map(({ envId }) => envId));
  const environmentNames = await readEnvironmentNames(sql, ids);
  const places = roles.flatMap(({ appId, role, environments }) => {
    const name = names.get(appId) ?? '';
    return [
      { role, place: name },
      ...environments.map((one) => ({
        role: one.role,
        place: `${name}: ${environmentNames.get(one.envId) ?? ''}`,
      })),
    ];
  });
  const placesOf = (role: Role) =>
    places.filter((one) => one.role === role).map(({ place }) => place);
  return {
    ...fields,
    applications: granted.map(({ name }) => name),
    ...(roles.length > 0 && {
      viewerIn: placesOf('VIEWER'),
      editorIn: placesOf('EDITOR'),
      approverIn: placesOf('APPROVER'),
    }),
  };
}
