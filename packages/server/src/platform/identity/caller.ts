import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { orNotFound } from '../base/or-not-found.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from './actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  findEnvironment,
  lockApplication,
  type OnChange,
  readApplication,
  requireGrant,
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
    actor && appId !== undefined ? await readApplication(sql, actor, appId) : undefined;
  return { actor, application, environment: await findScope(sql, application, envId) };
}

export interface Writing {
  readonly onChange: OnChange;
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The name of the call in the database, for the log of lock waits. */
  readonly name: string;
  readonly rights: Rights;
}

/** The same caller inside a transaction, as of now, with the application locked for writing. */
export async function lockForCaller(
  sql: Sql,
  { actor: admitted, application: read }: Caller,
  { params: { envId }, name, rights, onChange }: Writing,
): Promise<Caller> {
  const application =
    admitted && read && (await lockApplication(sql, admitted, { id: read.id, by: name, onChange }));
  const actor = admitted && (await requireStill(sql, admitted, rights));
  if (actor && application) await requireGrant(sql, actor, application.id);
  return { actor, application, environment: await findScope(sql, application, envId) };
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
