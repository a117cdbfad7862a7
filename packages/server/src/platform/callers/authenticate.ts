import type { Endpoint } from '@comporta/contract/endpoint';
import { SCOPES } from '@comporta/contract/endpoint';
import { mayCall, type TokenLimits } from '@comporta/contract/identity/may-call';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import { ON_PREMISE } from '../config/plans.ts';
import { lockAccount } from '../database/account-lock.ts';
import type { Sql } from '../database/database.ts';
import { type Actor, findActor, findActorAgain, isInPerson } from './actor.ts';
import { requireConfirmed } from './confirmation/require-confirmed.ts';
import { requireConsoleClient } from './console-client.ts';
import { noteTokenUse } from './token-actor.ts';

/**
 * The caller; undefined when the endpoint needs no login. Rejects with UNAUTHORIZED, and for endpoints of admins or users
 * with FORBIDDEN or CONFIRMATION_REQUIRED.
 */
export async function authenticate(
  sql: Sql,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Actor | undefined> {
  if (endpoint.access === 'public') return undefined;
  if (endpoint.access === 'client') {
    requireConsoleClient(request.headers.authorization);
    return undefined;
  }
  const token = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
  const actor = token === undefined ? undefined : await findActor(sql, token);
  if (actor === undefined) throw new Rejection('UNAUTHORIZED');
  request.actor = actor;
  requireMayCall(endpoint, actor, request);
  requireRights(endpoint, actor);
  if (endpoint.confirmed) await requireConfirmed(sql, actor);
  if (actor.token !== undefined) await noteTokenUse(sql, actor.token);
  return actor;
}

/** Who may call an endpoint, as data that can be sent to a process of its own. */
export type Rights = Pick<Endpoint, 'access'>;

/** What may be lost while a call waits. */
function requireRights({ access }: Rights, actor: Actor): void {
  if (access === 'admin' && !actor.admin) throw new Rejection('FORBIDDEN');
  if (actor.kind === 'key' && actor.plan !== ON_PREMISE) throw new Rejection('FORBIDDEN');
}

const OF_ACCOUNT_KEYS: TokenLimits = { scopes: SCOPES, apps: null, envs: null };

/** Rejects with FORBIDDEN what a program may not call, with the scope if that is missing. Source: IDN-51. */
function requireMayCall(
  { method, programs, access }: Endpoint,
  actor: Actor,
  request: FastifyRequest,
): void {
  if (isInPerson(actor)) return;
  // Of Fastify's router. A clone changes the environment that it goes to.
  const { appId, envId, destEnvId } = request.params as Record<string, string | undefined>;
  const { token } = actor;
  // Whether the application was granted to the owner is asked when it is read.
  const owner = { admin: token?.ofAdmin ?? true, apps: appId === undefined ? [] : [appId] };
  const answer = mayCall(token ?? OF_ACCOUNT_KEYS, owner, {
    method,
    scope: programs,
    adminOnly: access === 'admin',
    appId,
    envId: destEnvId ?? envId,
  });
  if (answer === 'SCOPE') throw new Rejection('FORBIDDEN', { scope: programs });
  if (answer === 'FORBIDDEN') throw new Rejection('FORBIDDEN');
}

/**
 * Reads the actor again in the transaction of a write that waited for a lock: meanwhile the session or key may have
 * ended, or the user may have lost a right. Rejects with UNAUTHORIZED or FORBIDDEN. Source: FAIR-45.
 */
export async function requireStill(sql: Sql, actor: Actor, rights: Rights): Promise<Actor> {
  const still = await findActorAgain(sql, actor);
  if (still === undefined) throw new Rejection('UNAUTHORIZED');
  requireRights(rights, still);
  return still;
}

/** Locks the account of a caller for writing, and then reads the caller again. */
export async function lockAccountFor(sql: Sql, actor: Actor, rights: Rights): Promise<void> {
  await lockAccount(sql, actor.accountId);
  await requireStill(sql, actor, rights);
}
