import type { Endpoint, ParamsOf, ParsedBodyOf, ParsedQueryOf } from '@comporta/contract/endpoint';
import type { Language } from '@comporta/messages/languages';
import type { FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import type { Log } from '../base/log.ts';
import { preferredLanguage } from '../base/preferred-language.ts';
import { Rejection } from '../base/rejection.ts';
import { ifMatchOf } from '../base/versions.ts';
import type { Sql } from '../database/database.ts';
import type { Actor, UserActor } from '../identity/actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  findEnvironment,
  type readApplication,
} from '../identity/application-scope.ts';
import { requireMediaType } from './form-body.ts';
import { isStorable } from './json-body.ts';
import { logOf } from './request-log.ts';

type ActorOf<E extends Endpoint> = E['access'] extends 'public' | 'client'
  ? undefined
  : E['accountKey'] extends 'refused'
    ? UserActor
    : Actor;
type Scoped<
  E extends Endpoint,
  Name extends string,
  Scope,
> = E['path'] extends `${string}:${Name}/${string}`
  ? Scope
  : E['path'] extends `${string}:${Name}`
    ? Scope
    : undefined;

/** A call whose shape was parsed and whose caller was authorised. */
export interface Call<E extends Endpoint> {
  readonly sql: Sql;
  readonly actor: ActorOf<E>;
  readonly application: Scoped<E, 'appId', ApplicationScope>;
  readonly environment: Scoped<E, 'envId', EnvironmentScope>;
  readonly params: ParamsOf<E>;
  readonly query: ParsedQueryOf<E>;
  readonly body: ParsedBodyOf<E>;
  /** The version the caller saw last, when it said so with If-Match. */
  readonly ifMatch: number | undefined;
  /** The caller's network address, as TRUST_PROXY lets it be seen. */
  readonly address: string;
  /** What the caller's browser asks for; a user's own language is the actor's. */
  readonly language: Language;
  /** Its lines carry the id of the request. */
  readonly log: Log;
}

/** Parses the shape, and authorises the actor for the application and environment of the path. */
export async function readCall<E extends Endpoint>(
  sql: Sql,
  endpoint: E,
  actor: Actor | undefined,
  request: FastifyRequest,
  takeApplication: typeof readApplication,
): Promise<Call<E>> {
  const params = paramsOf(request);
  requireMediaType(endpoint, request);
  requireStorable(request.query);
  const query = parse(endpoint.query, request.query, 'INVALID_QUERY');
  const body = parse(endpoint.body, request.body ?? {}, 'INVALID_BODY');
  const application =
    actor && params.appId !== undefined
      ? await takeApplication(sql, actor, params.appId)
      : undefined;
  const environment =
    application && params.envId !== undefined
      ? await findEnvironment(sql, application.id, params.envId)
      : undefined;
  if (params.envId !== undefined && environment === undefined) throw new Rejection('NOT_FOUND');
  const call = {
    sql,
    actor,
    application,
    environment,
    params,
    query,
    body,
    ifMatch: ifMatchOf(request),
    address: request.ip,
    language: preferredLanguage(request.headers['accept-language']),
    log: logOf(request),
  };
  // The endpoint's type says which of these are there; the lines above put them there by its data.
  return call as unknown as Call<E>;
}

export function paramsOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string>; // Fastify's router only makes text.
}

/** Of a body, this was made sure of when it was read. */
function requireStorable(query: unknown): void {
  const texts = Object.values(query as Record<string, string | string[]>).flat(); // node:querystring's.
  if (!texts.every(isStorable)) throw new Rejection('INVALID_QUERY');
}

function parse(
  schema: z.ZodMiniType | undefined,
  input: unknown,
  code: 'INVALID_BODY' | 'INVALID_QUERY',
): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const at = parsed.error.issues[0]?.path ?? [];
  throw new Rejection(code, at.length === 0 ? undefined : { field: at.join('.'), at });
}
