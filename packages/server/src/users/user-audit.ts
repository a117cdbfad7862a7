import type { User } from '@comporta/contract/users/user';
import type { GrantedApplication } from './user-repository.ts';

/** What the audit log keeps of a user; `applications` gives those that are granted their names. */
export function auditOf(
  { name, email, admin, active, apps }: User,
  applications: readonly GrantedApplication[],
) {
  return {
    name,
    email,
    admin,
    active,
    applications: applications.filter(({ id }) => apps.includes(id)).map((granted) => granted.name),
  };
}
