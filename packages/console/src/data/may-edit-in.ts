import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { DEFAULT_ROLE, type Role } from '@comporta/contract/role';

type Listed = Pick<ApplicationSummary, 'role' | 'environments'> | undefined;

/** What the user is in an environment; without one, in the application. Administrators need not be approvers. */
export function ownRoleIn(application: Listed, envId?: string): Role {
  const own = application?.environments.find(({ id }) => id === envId)?.role;
  return own ?? application?.role ?? DEFAULT_ROLE;
}

/** Whether the user may change an environment; without one, what belongs to the application. Source: SAF-43. */
export function mayEditIn(application: Listed, envId?: string): boolean {
  return ownRoleIn(application, envId) !== 'VIEWER';
}
