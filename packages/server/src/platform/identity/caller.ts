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

/** Who calls, authenticated for the endpoint, and what of the path they are granted. */
export interface Caller {
  readonly actor: Actor | undefined;
  readonly application: ApplicationScope | undefined;
  readonly environment: EnvironmentScope | undefined;
}

/** Needs nothing of a request but its head. */
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
  /** What the call is called in the database, for those who have to wait for it. */
  readonly name: string;
}

/** The same caller inside a transaction, which takes the application for writing. */
export function lockForCaller(sql: Sql, { actor }: Caller, { params, name }: Writing) {
  return callerIn(sql, { actor, params }, (inside, locking, id) =>
    lockApplication(inside, locking, { id, by: name }),
  );
}

/** Names a call: its request and its route, and nothing that may be secret. */
export function callName({ id, method, routeOptions }: FastifyRequest): string {
  return `${id.slice(0, REQUEST_ID_CHARS)} ${method} ${routeOptions.url}`;
}

/** Enough to find it in the log; PostgreSQL keeps 63 characters of a name. */
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
  return request.params as Record<string, string>; // Fastify's router only makes text.
}
