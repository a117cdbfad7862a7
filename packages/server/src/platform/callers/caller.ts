import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { orNotFound } from '../base/or-not-found.ts';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import { limitsIn, requireAccess, requireRole } from './access.ts';
import { type Actor, isInPerson } from './actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  findEnvironment,
  lockApplication,
  type OnChange,
  readApplication,
} from './application-scope.ts';
import { authenticate, type Rights, requireStill } from './authenticate.ts';

/** The authenticated caller, with the application and environment of the path that they have access to. */
export interface Caller {
  readonly actor: Actor | undefined;
  readonly application: ApplicationScope | undefined;
  readonly environment: EnvironmentScope | undefined;
}

/** Authenticates and authorises a request by its head alone. Rejects with UNAUTHORIZED, FORBIDDEN or NOT_FOUND. */
export async function admitCaller(
  sql: Sql,
  endpoint: Endpoint,
  request: FastifyRequest,
): Promise<Caller> {
  const actor = await authenticate(sql, endpoint, request);
  const { appId, envId } = paramsOf(request);
  const application =
    actor && appId !== undefined
      ? await readApplication(sql, endpoint.method === 'GET' ? asReader(actor) : actor, appId)
      : undefined;
  const environment = await findScope(sql, application, envId);
  requireRole(application?.limits, { endpoint, params: paramsOf(request) });
  return { actor, application, environment };
}

/** Chosen environments limit what a token may change, not what it may read. Source: IDN-50. */
function asReader(actor: Actor): Actor {
  return actor.token ? { ...actor, token: { ...actor.token, envs: null } } : actor;
}

export interface Writing {
  readonly onChange: OnChange;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The name of the call in the database, for the log of lock waits. */
  readonly name: string;
  readonly rights: Rights & Pick<Endpoint, 'method' | 'needs'>;
  /** What the call says of the changes that it makes. */
  readonly said?: ChangeSaid | undefined;
}

/** Source: SAF-27, SAF-28. */
export interface ChangeSaid {
  readonly reason: string | undefined;
  readonly bypass: boolean;
}

/** The same caller inside a transaction, as of now, with the application locked for writing. */
export async function lockForCaller(
  sql: Sql,
  { actor: admitted, application: read }: Caller,
  { params, name, rights, onChange, said }: Writing,
): Promise<Caller> {
  const application =
    admitted && read && (await lockApplication(sql, admitted, { id: read.id, by: name, onChange }));
  const actor = admitted && (await requireStill(sql, admitted, rights));
  const limits = actor && application && limitsIn(await requireAccess(sql, actor, application.id));
  requireRole(limits, { endpoint: rights, params });
  if (said?.bypass) requireMayBypass(actor, said);
  return {
    actor,
    application: application && { ...application, ...said, limits },
    environment: await findScope(sql, application, params.envId),
  };
}

/** Only administrators pass policies, in a session, and they say why. Source: SAF-27. */
function requireMayBypass(actor: Actor | undefined, { reason }: ChangeSaid): void {
  if (actor === undefined || !isInPerson(actor) || !actor.admin) throw new Rejection('FORBIDDEN');
  if (reason === undefined) throw new Rejection('EMPTY_REASON');
}

/** A name for a call, made of its request id and route, without anything that may be secret. */
export function callName({ id, method, routeOptions }: FastifyRequest): string {
  return `${id.slice(0, REQUEST_ID_CHARS)} ${method} ${routeOptions.url}`;
}

/** Enough to find the request in the log; PostgreSQL truncates names to 63 characters. */
const REQUEST_ID_CHARS = 8;

async function findScope(
  sql: Sql,
  application: ApplicationScope | undefined,
  envId: string | undefined,
): Promise<EnvironmentScope | undefined> {
  if (envId === undefined) return undefined;
  return orNotFound(application && (await findEnvironment(sql, application.id, envId)));
}

export function paramsOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string>; // Fastify's router only returns strings.
}
