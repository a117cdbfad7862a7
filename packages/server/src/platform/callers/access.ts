import { type Needs, needsOf } from '@comporta/contract/endpoint';
import { type Access, DEFAULT_ROLE, type Role, roleIn } from '@comporta/contract/role';
import { and, eq, inArray, or, sql as raw } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { users } from '../../tables/accounts.ts';
import { applications } from '../../tables/applications.ts';
import { grants, roles } from '../../tables/grants.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from './actor.ts';
import type { ActorToken } from './token-actor.ts';

const OF_ADMINS: Access = { role: 'APPROVER', environments: new Map() };

/** Of those who were granted an application, where nothing else is said. */
export const OF_EDITORS: Access = { role: DEFAULT_ROLE, environments: new Map() };

/** A grant, which has no role, or a role. */
interface Given {
  readonly environmentId: string | null;
  readonly role: Role | null;
}

/** What grants and roles of one user in one application come to; undefined: not even to open it. Source: SAF-44. */
export function accessOf(given: readonly Given[]): Access | undefined {
  if (given.length === 0) return undefined;
  const everywhere = given.filter(({ environmentId }) => environmentId === null);
  const isGranted = everywhere.some(({ role }) => role === null);
  const said = everywhere.find(({ role }) => role !== null)?.role;
  return {
    role: said ?? (isGranted ? DEFAULT_ROLE : 'VIEWER'),
    environments: new Map(
      given.flatMap(({ environmentId, role }) =>
        environmentId === null || role === null ? [] : [[environmentId, role]],
      ),
    ),
  };
}

/** What the actor may in this application of their own account; undefined: not even open it. */
export async function findAccess(
  sql: Sql,
  actor: Pick<Actor, 'id' | 'admin' | 'token'>,
  applicationId: string,
): Promise<Access | undefined> {
  const { token } = actor;
  if (token?.apps?.includes(applicationId) === false) return undefined;
  const access = await findAccessOfOwner(sql, actor, applicationId);
  return access && withinToken(access, token);
}

/** Of what somebody may, what their token allows: it approves nothing, and changes only the environments it names. */
export function withinToken(access: Access, token: ActorToken | undefined): Access {
  if (token === undefined) return access;
  const inEnvironment = (id: string) => withoutApproving(roleIn(access, id));
  if (token.envs === null) {
    return {
      role: withoutApproving(access.role),
      environments: new Map([...access.environments.keys()].map((id) => [id, inEnvironment(id)])),
    };
  }
  return {
    role: 'VIEWER',
    environments: new Map(token.envs.map((id) => [id, inEnvironment(id)])),
  };
}

function withoutApproving(role: Role): Role {
  return role === 'APPROVER' ? 'EDITOR' : role;
}

async function findAccessOfOwner(
  sql: Sql,
  actor: Pick<Actor, 'id' | 'admin' | 'token'>,
  applicationId: string,
): Promise<Access | undefined> {
  if (actor.admin || actor.token?.ofAdmin) return OF_ADMINS;
  const granted = sql
    .select({ environmentId: raw<string | null>`null::uuid`, role: raw<Role | null>`null` })
    .from(grants)
    .where(and(eq(grants.userId, actor.id), eq(grants.applicationId, applicationId)));
  const { environmentId, role } = roles;
  const given = sql
    .select({ environmentId, role: raw<Role | null>`${role}` })
    .from(roles)
    .where(and(eq(roles.userId, actor.id), eq(roles.applicationId, applicationId)));
  return accessOf(await unionAll(granted, given));
}

/** What somebody who is no admin may, by applications; only where it is not what every editor may. */
export async function readAccesses(
  sql: Sql,
  { id: userId, admin, token }: Actor,
): Promise<ReadonlyMap<string, Access>> {
  if (admin || token?.ofAdmin) return new Map();
  const { applicationId, environmentId, role } = roles;
  const rows = await sql
    .select({ applicationId, environmentId, role })
    .from(roles)
    .where(eq(roles.userId, userId));
  return new Map(
    [...Map.groupBy(rows, (row) => row.applicationId)].flatMap(([id, given]) => {
      const access = accessOf(given);
      return access === undefined ? [] : [[id, access]];
    }),
  );
}

/** What the actor may in the application; rejects with FORBIDDEN where they may not open it. */
export async function requireAccess(
  sql: Sql,
  actor: Actor,
  applicationId: string,
): Promise<Access> {
  const access = await findAccess(sql, actor, applicationId);
  if (access === undefined) throw new Rejection('FORBIDDEN');
  return access;
}

/** The same where it is less than an editor everywhere may; undefined for all others, of whom nothing more is asked. */
export function limitsIn(access: Access): Access | undefined {
  const all = [access.role, ...access.environments.values()];
  return all.includes('VIEWER') ? access : undefined;
}

interface Called {
  readonly endpoint: Parameters<typeof needsOf>[0];
  readonly params: Readonly<Record<string, string | undefined>>;
}

/** Rejects with FORBIDDEN a call that needs more than the caller may where it changes something. Source: SAF-42. */
export function requireRole(limits: Access | undefined, { endpoint, params }: Called): void {
  if (limits === undefined) return;
  // A clone changes the environment that it goes to.
  const may = mayDo(limits, needsOf(endpoint), params.destEnvId ?? params.envId);
  if (!may) throw new Rejection('FORBIDDEN');
}

function mayDo(limits: Access, needs: Needs, envId: string | undefined): boolean {
  switch (needs) {
    case 'VIEWER':
      return true;
    case 'EDITOR':
      return mayEdit(limits, envId);
    case 'EDITOR_SOMEWHERE':
      return [limits.role, ...limits.environments.values()].some((role) => role !== 'VIEWER');
  }
}

/** Whether somebody may change an environment; without one, what belongs to the application. */
export function mayEdit(limits: Access | undefined, envId: string | undefined): boolean {
  return limits === undefined || roleIn(limits, envId) !== 'VIEWER';
}

/** Rejects with ENVIRONMENT_READ_ONLY where one of the environments may only be read. Source: SAF-42. */
export function requireMayEdit(
  limits: Access | undefined,
  environments: readonly { readonly id: string; readonly name: string }[],
): void {
  const readOnly = environments.filter(({ id }) => !mayEdit(limits, id));
  if (readOnly.length === 0) return;
  throw new Rejection('ENVIRONMENT_READ_ONLY', {
    environments: readOnly.map(({ id, name }) => ({ id, name })),
  });
}

/** A subquery for the ids of the applications that an actor may open. */
export function openedApplications(sql: Sql, actor: Actor) {
  const granted = sql
    .select({ id: grants.applicationId })
    .from(grants)
    .where(eq(grants.userId, actor.id));
  const given = sql
    .select({ id: roles.applicationId })
    .from(roles)
    .where(eq(roles.userId, actor.id));
  return sql
    .select({ id: applications.id })
    .from(applications)
    .where(
      and(
        eq(applications.accountId, actor.accountId),
        actor.token?.apps ? inArray(applications.id, [...actor.token.apps]) : undefined,
        actor.admin || actor.token?.ofAdmin
          ? undefined
          : or(inArray(applications.id, granted), inArray(applications.id, given)),
      ),
    );
}

/** The condition for users who may open an application of their account, whatever they may do in it. */
export function mayOpen(sql: Sql, applicationId: string) {
  const granted = sql
    .select({ id: grants.userId })
    .from(grants)
    .where(eq(grants.applicationId, applicationId));
  const given = sql
    .select({ id: roles.userId })
    .from(roles)
    .where(eq(roles.applicationId, applicationId));
  return or(users.admin, inArray(users.id, granted), inArray(users.id, given));
}
