import { pickFields } from '@comporta/contract/fields';
import { USER, type User } from '@comporta/contract/users/user';
import type { GrantedApplication } from './user-repository.ts';

/** The fields of a user for the audit log. Names of granted applications are taken from `applications`. */
export function userAudit(user: User, applications: readonly GrantedApplication[]) {
  const { apps, ...fields } = pickFields(USER, user);
  const granted = applications.filter(({ id }) => apps.includes(id));
  return { ...fields, applications: granted.map(({ name }) => name) };
}
