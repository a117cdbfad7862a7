import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyRequest } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import type { Actor } from './actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  findEnvironment,
  lockApplication,
  readApplication,
} from './application-scope.ts';
import { authenticate } from './authenticate.ts';

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
  return callerIn(sql, { actor, params: paramsOf(request) }, readApplication);
}

interface Writing {
  readonly params: Readonly<Record<string, string | undefined>>;
  /** The name of the call in the database, for the log of lock waits. */
  readonly name: string;
}

/** The same caller inside a transaction, with the application locked for writing. */
export function lockForCaller(sql: Sql, { actor }: Caller, { params, name }: Writing) {
  return callerIn(sql, { actor, params }, (inside, locking, id) =>
    lockApplication(inside, locking, { id, by: name }),
  );
}

/** A name for a call, made of its request id and route, without anything that may be secret. */
export function callName({ id, method, routeOptions }: FastifyRequest): string {
  return `${id.slice(0, REQUEST_ID_CHARS)} ${method} ${routeOptions.url}`;
}

/** Enough to find the request in the log; PostgreSQL truncates names to 63 characters. */
const REQUEST_ID_CHARS = 8;

interface Calling extends Pick<Writing, 'params'> {
  readonly actor: Actor | undefined;
}

async function callerIn(
  sql: Sql,
  { actor, params: { appId, envId } }: Calling,
  takeApplication: typeof readApplication,
): Promise<Caller> {
  const application =
    actor && appId !== undefined ? await takeApplication(sql, actor, appId) : undefined;
  const environment =
    application && envId !== undefined
      ? await findEnvironment(sql, application.id, envId)
      : undefined;
  if (envId !== undefined && environment === undefined) throw new Rejection('NOT_FOUND');
  return { actor, application, environment };
}

export function paramsOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string>; // Fastify's router only returns strings.
}
