import type { Endpoint, ParamsOf, ParsedBodyOf, ParsedQueryOf } from '@comporta/contract/endpoint';
import { isStorable } from '@comporta/contract/visible-text';
import type { Language } from '@comporta/messages/languages';
import type { FastifyRequest } from 'fastify';
import type { Log } from '../base/log.ts';
import { preferredLanguage } from '../base/preferred-language.ts';
import { Rejection } from '../base/rejection.ts';
import { ifMatchOf } from '../base/versions.ts';
import type { Actor, UserActor } from '../callers/actor.ts';
import type { ApplicationScope, EnvironmentScope } from '../callers/application-scope.ts';
import { type Caller, paramsOf } from '../callers/caller.ts';
import type { Sql } from '../database/database.ts';
import { parseShape } from './parse-shape.ts';
import { logOf } from './request-log.ts';

type ActorOf<E extends Endpoint> = E['access'] extends 'public' | 'client'
  ? undefined
  : E['programs'] extends 'refused'
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
  readonly body: E extends { readonly media: readonly string[] } ? SentFile : ParsedBodyOf<E>;
  /** The version in If-Match, which the client saw last; undefined without that header. */
  readonly ifMatch: number | undefined;
  /** The client's IP address. X-Forwarded-For counts as far as TRUST_PROXY allows. */
  readonly address: string;
  /** The language of Accept-Language. The language of a user's profile is in `actor`. */
  readonly language: Language;
  /** The name that the client gives itself; empty without one. */
  readonly userAgent: string;
  /** The header with the cookies; undefined without one. */
  readonly cookie: string | undefined;
  /** A log whose lines contain the request id. */
  readonly log: Log;
}

/** A body that is no JSON, as it was sent. */
export interface SentFile extends FileKind {
  readonly bytes: Uint8Array;
}

export interface FileKind {
  readonly mediaType: string;
  /** With gzip. */
  readonly isCompressed: boolean;
}

/** The parsed content of a request. */
export type Message = Omit<Call<Endpoint>, 'sql' | keyof Caller>;

export function readMessage(endpoint: Endpoint, request: FastifyRequest): Message {
  const body = parseShape(endpoint.body, request.body ?? {}, 'INVALID_BODY');
  return wholeMessage(readHead(endpoint, request), body);
}

/** Parses everything but the body. */
export function readHead(endpoint: Endpoint, request: FastifyRequest): Omit<Message, 'body'> {
  requireStorable(request.query);
  const message = {
    params: paramsOf(request),
    query: parseShape(endpoint.query, request.query, 'INVALID_QUERY'),
    ifMatch: ifMatchOf(request),
    address: request.ip,
    language: preferredLanguage(request.headers['accept-language']),
    userAgent: request.headers['user-agent'] ?? '',
    cookie: request.headers.cookie,
    log: logOf(request),
  };
  return message as Omit<Message, 'body'>; // For an endpoint that is unknown at compile time, query and body have the type of nothing.
}

/** Adds a body that the endpoint's schema has parsed. */
export function wholeMessage(head: Omit<Message, 'body'>, body: unknown): Message {
  return { ...head, body } as Message; // For an endpoint that is unknown at compile time, the body has the type of nothing.
}

export function callOf<E extends Endpoint>(sql: Sql, caller: Caller, message: Message): Call<E> {
  // The endpoint's type tells which fields exist; caller.ts and readMessage fill them from the endpoint's data.
  return { sql, ...caller, ...message } as unknown as Call<E>;
}

/** Refuses text that PostgreSQL cannot store. For bodies this is checked when they are read. */
function requireStorable(query: unknown): void {
  const texts = Object.values(query as Record<string, string | string[]>).flat(); // node:querystring's.
  if (!texts.every(isStorable)) throw new Rejection('INVALID_QUERY');
}
