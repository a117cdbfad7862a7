import { pickFields } from '@comporta/contract/fields';
import { USER, type User } from '@comporta/contract/users/user';
import type { GrantedApplication } from './user-repository.ts';

/** What the audit log keeps of a user; `applications` gives those that are granted their names. */
export function userAudit(user: User, applications: readonly GrantedApplication[]) {
  const { apps, ...fields } = pickFields(USER, user);
  const granted = applications.filter(({ id }) => apps.includes(id));
  return { ...fields, applications: granted.map(({ name }) => name) };
}
