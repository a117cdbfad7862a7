import { DEFAULT_ROLE, type Role } from '@comporta/contract/role';
import { type Administrator, type Person, USER, type User } from '@comporta/contract/users/user';
import type { UserRole } from '@comporta/contract/users/user-role';
import { and, asc, type Column, eq, inArray, not, sql as raw } from 'drizzle-orm';
import { HAS_IDENTITY, LACKS_FACTOR } from '../identity/ways-in/conditions.ts';
import { isId } from '../platform/base/ids.ts';
import type { Versioned } from '../platform/base/versions.ts';
import { mayOpen } from '../platform/callers/access.ts';
import type { Sql } from '../platform/database/database.ts';
import { columnsNamed } from '../platform/database/entity-columns.ts';
import { onlyRow } from '../platform/database/only-row.ts';
import type { Limited } from '../platform/limits/enforce-plan-limit.ts';
import { accounts, users } from '../tables/accounts.ts';
import { applications } from '../tables/applications.ts';
import { byName } from '../tables/by-name.ts';
import { views } from '../tables/kept-by-users.ts';
import { toggles } from '../tables/toggles.ts';
import { type Opened, writeAccess } from './access-repository.ts';

export const MAX_USERS: Limited = {
  limit: 'MAX_USERS',
  code: 'MAX_USERS_LIMIT_REACHED',
  name: 'max-users',
  count: (sql, accountId) => sql.$count(users, eq(users.accountId, accountId)),
};

export type StoredUser = User &
  Versioned & {
    /** Whether the user has set a password, and so can log in when active. */
    readonly hasPassword: boolean;
    /** Whether a provider knows the user. */
    readonly hasIdentity: boolean;
    readonly deactivated: boolean;
  };

type NewUser = typeof users.$inferInsert & Opened;

export interface GrantedApplication {
  readonly id: string;
  readonly name: string;
}

function selectUsers(sql: Sql) {
  return sql
    .select({
      id: users.id,
      ...columnsNamed(
        users,
        USER.names.filter((name) => name !== 'apps'),
      ),
      deactivated: users.deactivated,
      hasPassword: raw<boolean>`${users.passwordHash} is not null`,
      hasIdentity: HAS_IDENTITY,
      invited: raw<boolean>`${users.passwordHash} is null and not ${users.deactivated} and not ${HAS_IDENTITY}`,
      lacksFactor: LACKS_FACTOR,
      apps: APPS,
      given: GIVEN,
      lastLoginAt: timeOf(users.lastLoginAt),
      invitedAt: timeOf(users.invitedAt),
      version: users.version,
      savedBy: users.savedBy,
      savedById: users.savedById,
      savedAt: users.savedAt,
    })
    .from(users);
}

/** All applications that the user may open, whatever they may do in them. */
const APPS = raw<string[]>`(
  select coalesce(json_agg(id order by id), '[]') from (
    select application_id as id from grants where user_id = ${users.id}
    union select application_id from roles where user_id = ${users.id}) as opened)`;

const GIVEN = raw<GivenRole[] | null>`(
  select json_agg(json_build_object('appId', application_id, 'envId', environment_id, 'role', role)
    order by application_id, environment_id)
  from roles where user_id = ${users.id})`;

interface GivenRole {
  readonly appId: string;
  readonly envId: string | null;
  readonly role: Role;
}

interface Read {
  readonly given: GivenRole[] | null;
  readonly lacksFactor: boolean;
}

function withRoles<Row extends Read>({ given, lacksFactor, ...read }: Row) {
  const user = { ...read, ...(lacksFactor && { lacksFactor }) };
  if (given === null) return { ...user, roles: undefined };
  const roles = [...Map.groupBy(given, ({ appId }) => appId)].map(([appId, rows]): UserRole => {
    const [everywhere] = rows.filter(({ envId }) => envId === null);
    const environments = rows.flatMap(({ envId, role }) =>
      envId === null ? [] : [{ envId, role }],
    );
    return { appId, role: everywhere?.role ?? DEFAULT_ROLE, environments };
  });
  return { ...user, roles };
}

/** A time in the format of the API. */
function timeOf(column: Column) {
  return raw`${column}`.mapWith((text: string): string | null => new Date(text).toISOString());
}

export async function listUsersOf(sql: Sql, accountId: string): Promise<StoredUser[]> {
  const rows = await selectUsers(sql)
    .where(eq(users.accountId, accountId))
    .orderBy(byName(users.name), asc(users.email));
  return rows.map(withRoles);
}

/** The administrators whom other users can ask for help: only active ones, who have set a password. */
export function listAdministratorsOf(sql: Sql, accountId: string): Promise<Administrator[]> {
  return sql
    .select({ id: users.id, name: users.name, email: users.email })
    .from(users)
    .where(and(eq(users.accountId, accountId), users.admin, users.active))
    .orderBy(byName(users.name), asc(users.email));
}

/** The active users who can open the application. */
export function listPeopleOf(
  sql: Sql,
  { id, accountId }: { readonly id: string; readonly accountId: string },
): Promise<Person[]> {
  return sql
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.accountId, accountId), users.active, mayOpen(sql, id)))
    .orderBy(byName(users.name), asc(users.id));
}

export async function findUser(
  sql: Sql,
  accountId: string,
  id: string,
): Promise<StoredUser | undefined> {
  if (!isId(id)) return undefined;
  const [user] = await selectUsers(sql).where(
    and(eq(users.accountId, accountId), eq(users.id, id)),
  );
  return user && withRoles(user);
}

/** The name of the account's plan. */
export async function readPlan(sql: Sql, accountId: string): Promise<string> {
  const rows = await sql
    .select({ plan: accounts.plan })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return onlyRow(rows).plan;
}

export function countActiveAdmins(sql: Sql, accountId: string): Promise<number> {
  return sql.$count(users, and(eq(users.accountId, accountId), users.admin, users.active));
}

/** Returns the user as stored. */
export async function insertUser(sql: Sql, { apps, roles, ...user }: NewUser): Promise<StoredUser> {
  await sql.insert(users).values(user);
  await writeAccess(sql, user.id, { apps, roles });
  return readBack(sql, user.id);
}

/** Returns the user as stored. */
export async function updateUser(
  sql: Sql,
  user: StoredUser,
  { roles: stored }: Pick<StoredUser, 'roles'>,
): Promise<StoredUser> {
  const { id, apps, roles, hasPassword: _has, invited: _derived, email: _fixed, ...rest } = user;
  const { lastLoginAt: _noted, invitedAt: _sent, hasIdentity: _known, ...others } = rest;
  const { lacksFactor: _asked, ...columns } = others;
  await sql.update(users).set(columns).where(eq(users.id, id));
  await writeAccess(sql, id, { apps, roles, stored });
  return readBack(sql, id);
}

async function readBack(sql: Sql, id: string): Promise<StoredUser> {
  return withRoles(onlyRow(await selectUsers(sql).where(eq(users.id, id))));
}

/**
 * Locks the applications in which the user owns toggles, because deleting the user also changes these toggles. Call it
 * before the account is locked: saves lock the application first.
 */
export async function lockOwnedApplications(
  sql: Sql,
  accountId: string,
  userId: string,
): Promise<void> {
  const owned = sql
    .select({ id: toggles.applicationId })
    .from(toggles)
    .where(eq(toggles.ownerId, userId));
  await sql
    .select({ id: applications.id })
    .from(applications)
    .where(and(eq(applications.accountId, accountId), inArray(applications.id, owned)))
    .orderBy(asc(applications.id))
    .for('no key update');
}

export async function deleteUserRow(sql: Sql, id: string): Promise<void> {
  // Private views are deleted, because nobody else can see them. Shared views stay, without a user.
  await sql.delete(views).where(and(eq(views.userId, id), not(views.shared)));
  await sql.delete(users).where(eq(users.id, id));
}

/** The applications of the account with these ids, sorted by name. */
export function findApplications(sql: Sql, accountId: string, ids: readonly string[]) {
  return sql
    .select({ id: applications.id, name: applications.name })
    .from(applications)
    .where(and(eq(applications.accountId, accountId), inArray(applications.id, ids.filter(isId))))
    .orderBy(byName(applications.name));
}

/** The same, and prevents their deletion until the transaction ends. Call it before the account is locked. */
export function keepApplications(
  sql: Sql,
  accountId: string,
  ids: readonly string[],
): Promise<GrantedApplication[]> {
  return findApplications(sql, accountId, ids).for('key share');
}
