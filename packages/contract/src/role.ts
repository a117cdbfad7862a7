import * as z from 'zod/mini';

/** What users who are no administrators may do, each more than the one before. Source: safe-changes.md, section 6. */
export const ROLES = ['VIEWER', 'EDITOR', 'APPROVER'] as const;
export type Role = (typeof ROLES)[number];

/** The role of those who may open an application, where nothing else is said. */
export const DEFAULT_ROLE: Role = 'EDITOR';

export const roleSchema = z.enum(ROLES);

/** What somebody may do in an application, and in those of its environments where that is something else. */
export interface Access {
  readonly role: Role;
  readonly environments: ReadonlyMap<string, Role>;
}

export function roleIn({ role, environments }: Access, envId: string | undefined): Role {
  return (envId !== undefined && environments.get(envId)) || role;
}
