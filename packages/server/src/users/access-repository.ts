import { isSameJson } from '@comporta/contract/canonical-json';
import type { UserRole } from '@comporta/contract/users/user-role';
import { and, eq, inArray, notInArray } from 'drizzle-orm';
import { isId } from '../platform/base/ids.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { environments } from '../tables/applications.ts';
import { grants, roles } from '../tables/grants.ts';

/** What a user may open, and their roles in it. */
export interface Opened {
  readonly apps: readonly string[];
  readonly roles?: readonly UserRole[] | undefined;
}

/**
 * Replaces grants and roles. A program of the release before knows grants alone, so that only those have one who are
 * editors at least everywhere; a deleted grant takes the roles with it, by a trigger. What stays is left untouched, as
 * inserting a row locks its application, which comes before the account. Source: SAF-44.
 */
export async function writeAccess(
  sql: Sql,
  userId: string,
  { apps, roles: given = [], stored = [] }: Opened & { readonly stored?: Opened['roles'] },
): Promise<void> {
  const limited = new Set(given.filter(isLimited).map(({ appId }) => appId));
  const granted = apps.filter((id) => !limited.has(id));
  const isOver = notInArray(grants.applicationId, granted);
  await sql.delete(grants).where(and(eq(grants.userId, userId), isOver));
  if (granted.length > 0) {
    await sql
      .insert(grants)
      .values(granted.map((applicationId) => ({ userId, applicationId })))
      .onConflictDoNothing();
  }
  const changed = given.filter((one) => !stored.some((was) => isSameJson(was, one)));
  const kept = given.filter((one) => !changed.includes(one)).map(({ appId }) => appId);
  await sql
    .delete(roles)
    .where(and(eq(roles.userId, userId), notInArray(roles.applicationId, kept)));
  const rows = changed.flatMap(({ appId: applicationId, role, environments: others }) => [
    { userId, applicationId, environmentId: null, role },
    ...others.map((other) => ({
      userId,
      applicationId,
      environmentId: other.envId,
      role: other.role,
    })),
  ]);
  if (rows.length > 0) await sql.insert(roles).values(rows);
}

function isLimited({ role, environments: others }: UserRole): boolean {
  return [role, ...others.map((other) => other.role)].includes('VIEWER');
}

/**
 * Rejects with INVALID_ROLE when there is one for an application that is not opened, or for an environment that is none of
 * it; keeps the environments until the transaction ends. Call it before the account is locked.
 */
export async function requireRolePlaces(
  sql: Sql,
  { apps, roles: given = [] }: Opened,
): Promise<void> {
  if (given.length === 0) return;
  const ids = given.flatMap((one) => one.environments.map(({ envId }) => envId));
  const { id, applicationId } = environments;
  const kept = await sql
    .select({ id, applicationId })
    .from(environments)
    .where(inArray(id, ids.filter(isId)))
    .for('key share');
  const owners = new Map(kept.map((one) => [one.id, one.applicationId]));
  const isKnown = ({ appId, environments: others }: UserRole) =>
    apps.includes(appId) && others.every(({ envId }) => owners.get(envId) === appId);
  if (!given.every(isKnown)) throw new Rejection('INVALID_ROLE', { at: ['roles'] });
}
