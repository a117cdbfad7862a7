import type { User } from '@comporta/contract/users/user';
import type { GrantedApplication } from './user-repository.ts';

/** What the audit log keeps of a user. */
export function auditOf(
  { name, email, admin, active }: Pick<User, 'name' | 'email' | 'admin' | 'active'>,
  granted: readonly GrantedApplication[],
) {
  return {
    name,
    email,
    admin,
    active,
    applications: granted.map((application) => application.name),
  };
}
