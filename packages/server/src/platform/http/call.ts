import type { Endpoint, ParamsOf, ParsedBodyOf, ParsedQueryOf } from '@comporta/contract/endpoint';
import type { Language } from '@comporta/messages/languages';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../base/log.ts';
import { preferredLanguage } from '../base/preferred-language.ts';
import { Rejection } from '../base/rejection.ts';
import { ifMatchOf } from '../base/versions.ts';
import type { Sql } from '../database/database.ts';
import type { Actor, UserActor } from '../identity/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../identity/application-scope.ts';
import { type Caller, paramsOf } from '../identity/caller.ts';
import { isStorable } from './json-text.ts';
import { parseShape } from './parse-shape.ts';
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

/** What a request says, its shape parsed. */
export type Message = Omit<Call<Endpoint>, 'sql' | keyof Caller>;

export function readMessage(endpoint: Endpoint, request: FastifyRequest): Message {
  const body = parseShape(endpoint.body, request.body ?? {}, 'INVALID_BODY');
  return wholeMessage(readHead(endpoint, request), body);
}

/** The same without the body. */
export function readHead(endpoint: Endpoint, request: FastifyRequest): Omit<Message, 'body'> {
  requireStorable(request.query);
  const message = {
    params: paramsOf(request),
    query: parseShape(endpoint.query, request.query, 'INVALID_QUERY'),
    ifMatch: ifMatchOf(request),
    address: request.ip,
    language: preferredLanguage(request.headers['accept-language']),
    log: logOf(request),
  };
  return message as Omit<Message, 'body'>; // Of an endpoint that is not known, types say "nothing" for query and body.
}

/** What a request says, and a body that the endpoint's schema has parsed. */
export function wholeMessage(head: Omit<Message, 'body'>, body: unknown): Message {
  return { ...head, body } as Message; // Of an endpoint that is not known, types say "nothing" for the body.
}

export function callOf<E extends Endpoint>(sql: Sql, caller: Caller, message: Message): Call<E> {
  // The endpoint's type says which of these are there; caller.ts and readMessage put them there by its data.
  return { sql, ...caller, ...message } as unknown as Call<E>;
}

/** Of a body, this was made sure of when it was read. */
function requireStorable(query: unknown): void {
  const texts = Object.values(query as Record<string, string | string[]>).flat(); // node:querystring's.
  if (!texts.every(isStorable)) throw new Rejection('INVALID_QUERY');
}
