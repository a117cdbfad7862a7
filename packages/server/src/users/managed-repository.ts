import { isSameJson } from '@comporta/contract/canonical-json';
import { DEFAULT_ROLE } from '@comporta/contract/role';
import type { ManagedRights } from '@comporta/contract/users/user';
import type { UserRole } from '@comporta/contract/users/user-role';
import { eq } from 'drizzle-orm';
import { Rejection } from '../platform/base/rejection.ts';
import type { Sql } from '../platform/database/database.ts';
import { users } from '../tables/accounts.ts';
import { grants, roles } from '../tables/grants.ts';
import { type MappedGroup, providers } from '../tables/identity.ts';

const GIVEN = { name: providers.name, mode: providers.mappingMode, mapping: providers.mapping };

interface Given {
  readonly name: string;
  readonly mode: string;
  readonly mapping: readonly MappedGroup[];
}

/**
 * What the groups of a provider give this user at each sign-on, with the name of such a group. What a provider gave once,
 * and no group of it gives any more, belongs to whoever edits the user.
 */
export async function readManaged(sql: Sql, userId: string): Promise<ManagedRights | undefined> {
  const granted = await sql
    .select({ appId: grants.applicationId, ...GIVEN })
    .from(grants)
    .innerJoin(providers, eq(providers.id, grants.providerId))
    .where(eq(grants.userId, userId));
  const given = await sql
    .select({ appId: roles.applicationId, role: roles.role, ...GIVEN })
    .from(roles)
    .innerJoin(providers, eq(providers.id, roles.providerId))
    .where(eq(roles.userId, userId));
  const roleOf = new Map(given.map(({ appId, role }) => [appId, role]));
  const opened = [...new Map([...granted, ...given].map((row) => [row.appId, row])).values()];
  const [made] = await sql
    .select(GIVEN)
    .from(users)
    .innerJoin(providers, eq(providers.id, users.adminProviderId))
    .where(eq(users.id, userId));
  const apps = opened.flatMap(({ appId, ...by }) => {
    const role = roleOf.get(appId) ?? DEFAULT_ROLE;
    const opens = (row: MappedGroup) => row.apps.includes(appId);
    const giver =
      giverOf(by, (row) => opens(row) && (row.role ?? DEFAULT_ROLE) === role) ?? giverOf(by, opens);
    return giver === undefined ? [] : [{ appId, ...giver }];
  });
  const admin = made && giverOf(made, (row) => row.admin ?? false);
  return apps.length === 0 && admin === undefined ? undefined : { apps, admin };
}

function giverOf({ name, mode, mapping }: Given, gives: (row: MappedGroup) => boolean) {
  const row = mode === 'ALWAYS' ? mapping.find(gives) : undefined;
  return row && { provider: name, group: row.group };
}

interface Rights {
  readonly admin: boolean;
  readonly apps: readonly string[];
  readonly roles?: readonly UserRole[] | undefined;
}

/** Rejects with MANAGED_BY_PROVIDER an edit that the next sign-on would take back. Source: IDN-17. */
export async function requireManagedKept(
  sql: Sql,
  userId: string,
  { before, after }: { readonly before: Rights; readonly after: Rights },
): Promise<void> {
  const managed = await readManaged(sql, userId);
  if (managed === undefined) return;
  if (managed.admin !== undefined && before.admin && !after.admin) {
    throw new Rejection('MANAGED_BY_PROVIDER', { ...managed.admin, at: ['admin'] });
  }
  // An administrator opens every application without grants.
  const lost = after.admin ? undefined : managed.apps.find(({ appId }) => isChanged(appId));
  if (lost !== undefined) {
    const { provider, group, appId } = lost;
    throw new Rejection('MANAGED_BY_PROVIDER', {
      provider,
      group,
      application_id: appId,
      at: ['apps'],
    });
  }

  function isChanged(appId: string): boolean {
    const roleIn = ({ roles = [] }: Rights) => roles.find((role) => role.appId === appId) ?? null;
    return !after.apps.includes(appId) || !isSameJson(roleIn(before), roleIn(after));
  }
}
