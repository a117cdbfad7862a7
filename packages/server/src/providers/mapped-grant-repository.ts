import type { MappedRole } from '@comporta/contract/identity/map-groups';
import { DEFAULT_ROLE, type Role } from '@comporta/contract/role';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Sql } from '../platform/database/database.ts';
import { grants, roles } from '../tables/grants.ts';

/** Who opened an application for a user; a grant decides where a role stands beside it. */
async function readOpened(sql: Sql, userId: string) {
  const granted = await sql
    .select({ id: grants.applicationId, providerId: grants.providerId })
    .from(grants)
    .where(eq(grants.userId, userId));
  const given = await sql
    .select({ id: roles.applicationId, providerId: roles.providerId, role: roles.role })
    .from(roles)
    .where(and(eq(roles.userId, userId), isNull(roles.environmentId)));
  const roleOf = new Map(given.map(({ id, role }) => [id, role]));
  const byGrant = new Set(granted.map(({ id }) => id));
  return [...granted, ...given.filter(({ id }) => !byGrant.has(id))].map(({ id, providerId }) => ({
    id,
    providerId,
    role: roleOf.get(id) ?? DEFAULT_ROLE,
  }));
}

/** The applications that a user may open, by who granted them: this provider, or somebody else. */
export async function readGrants(
  sql: Sql,
  userId: string,
  providerId: string,
): Promise<{ readonly handApps: readonly string[]; readonly providerApps: readonly string[] }> {
  const opened = await readOpened(sql, userId);
  const isOwn = (row: { readonly providerId: string | null }) => row.providerId === providerId;
  return {
    handApps: opened.filter((row) => !isOwn(row)).map(({ id }) => id),
    providerApps: opened.filter(isOwn).map(({ id }) => id),
  };
}

export interface RightsOfProvider {
  /** Null for what nobody takes back. */
  readonly providerId: string | null;
  readonly give: readonly string[];
  readonly take: readonly string[];
  readonly roles?: readonly MappedRole[] | undefined;
}

/**
 * Gives and takes what the groups of a provider say, and changes the roles of what they gave before. Only editors at least
 * have a grant: it is all that a program knows that knows no roles. Source: IDN-17, SAF-44.
 */
export async function writeGrants(
  sql: Sql,
  userId: string,
  { providerId, give, take, roles: given = [] }: RightsOfProvider,
): Promise<void> {
  const before = new Map<string, Role>();
  if (providerId !== null) {
    for (const row of await readOpened(sql, userId)) {
      if (row.providerId === providerId) before.set(row.id, row.role);
    }
  }
  const kept = [...before.keys()].filter((id) => !take.includes(id));
  const roleOf = new Map(given.map(({ app, role }) => [app, role]));
  const after = [...kept, ...give].map((id) => ({ id, role: roleOf.get(id) ?? DEFAULT_ROLE }));
  const changed = after.filter(({ id, role }) => before.get(id) !== role);
  const over = [...before.keys()].filter(
    (id) => !after.some((one) => one.id === id) || changed.some((one) => one.id === id),
  );
  if (over.length > 0 && providerId !== null) {
    // A deleted grant takes the roles with it.
    for (const table of [grants, roles]) {
      const own = and(eq(table.userId, userId), eq(table.providerId, providerId));
      await sql.delete(table).where(and(own, inArray(table.applicationId, over)));
    }
  }
  const granted = changed.filter(({ role }) => role !== 'VIEWER');
  if (granted.length > 0) {
    await sql
      .insert(grants)
      .values(granted.map(({ id }) => ({ userId, applicationId: id, providerId })))
      .onConflictDoNothing();
  }
  const special = changed.filter(({ role }) => role !== DEFAULT_ROLE);
  if (special.length > 0) {
    await sql
      .insert(roles)
      .values(special.map(({ id, role }) => ({ userId, applicationId: id, role, providerId })));
  }
}
