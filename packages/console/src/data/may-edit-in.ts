import type { ApplicationSummary } from '@comporta/contract/applications/application';
import { DEFAULT_ROLE } from '@comporta/contract/role';

/** Whether the user may change an environment; without one, what belongs to the application. Source: SAF-43. */
export function mayEditIn(
  application: Pick<ApplicationSummary, 'role' | 'environments'> | undefined,
  envId?: string,
): boolean {
  const own = application?.environments.find(({ id }) => id === envId)?.role;
  return (own ?? application?.role ?? DEFAULT_ROLE) !== 'VIEWER';
}
