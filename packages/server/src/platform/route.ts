import type {
  Endpoint,
  ParamsOf,
  ParsedBodyOf,
  ParsedQueryOf,
  ResultOf,
} from '@comporta/contract/endpoint';
import { type ErrorCode, SHARED_ERRORS } from '@comporta/contract/errors';
import type { Language } from '@comporta/messages/languages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { type Actor, findActor, type UserActor } from './actor.ts';
import {
  type ApplicationScope,
  type EnvironmentScope,
  findEnvironment,
  lockApplication,
  readApplication,
} from './application-scope.ts';
import { requireConsoleClient } from './console-client.ts';
import type { Database, Sql } from './database.ts';
import { rejectionOfDatabaseError } from './database-errors.ts';
import { requireMediaType } from './form-body.ts';
import { answerOnce } from './idempotency.ts';
import { isStorable } from './json-body.ts';
import { preferredLanguage } from './preferred-language.ts';
import { Rejection } from './rejection.ts';
import { ifMatchOf } from './versions.ts';

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
}

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<ResultOf<E>>;

export interface Server {
  /** Answers a GET from the pool, and everything else inside one transaction that holds the application. */
  route<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** As `route`, after work that must hold neither: hashing a password, asking for an address. */
  routeAfter<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (call: Call<E>) => Promise<Prepared>,
    handle: (call: Call<E>, prepared: Prepared) => Promise<ResultOf<E>>,
  ): void;
  /** For calls that hash passwords or only read: no connection is held while they work. */
  routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** Every endpoint registered so far, for the documentation of the API. */
  readonly endpoints: readonly Endpoint[];
}

export interface ServerDependencies {
  readonly database: Database;
  /**
   * Runs after a write was committed, before its caller is answered: a write to the application, or,
   * when it is undefined, to the account.
   */
  readonly onCommitted: (applicationId: string | undefined) => Promise<void>;
}

/** Answers are about one account, and are data whatever a browser takes them for. */
const ANSWER_HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export function createServer(http: FastifyInstance, dependencies: ServerDependencies): Server {
  const { database, onCommitted } = dependencies;
  const endpoints: Endpoint[] = [];

  function add(endpoint: Endpoint, answer: (request: FastifyRequest) => Promise<unknown>): void {
    endpoints.push(endpoint);
    http.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimitBytes !== undefined && { bodyLimit: endpoint.bodyLimitBytes }),
      handler: async (request, reply) => {
        reply.headers(ANSWER_HEADERS);
        const result = await answer(request).catch((error: unknown) => {
          throw declaredError(endpoint, error);
        });
        return send(reply, endpoint, result);
      },
    });
  }

  function routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void {
    add(endpoint, async (request) => {
      const actor = await authenticate(database.sql, endpoint, request);
      return handle(await readCall(database.sql, endpoint, actor, request, readApplication));
    });
  }

  async function answerInTransaction<E extends Endpoint>(
    endpoint: E,
    actor: Actor | undefined,
    request: FastifyRequest,
    handle: Handler<E>,
  ): Promise<ResultOf<E>> {
    const result = await database.sql.transaction((sql) =>
      answerOnce(sql, endpoint, actor, request, async () =>
        handle(await readCall(sql, endpoint, actor, request, lockApplication)),
      ),
    );
    await onCommitted(paramsOf(request).appId);
    return result;
  }

  return {
    endpoints,
    routeOutsideTransaction,
    route(endpoint, handle) {
      if (endpoint.method === 'GET') {
        routeOutsideTransaction(endpoint, handle);
        return;
      }
      add(endpoint, async (request) => {
        const actor = await authenticate(database.sql, endpoint, request);
        return answerInTransaction(endpoint, actor, request, handle);
      });
    },
    routeAfter(endpoint, prepare, handle) {
      add(endpoint, async (request) => {
        const actor = await authenticate(database.sql, endpoint, request);
        const prepared = await prepare(
          await readCall(database.sql, endpoint, actor, request, readApplication),
        );
        return answerInTransaction(endpoint, actor, request, (call) => handle(call, prepared));
      });
    },
  };
}

async function authenticate(
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
  if (endpoint.access === 'admin' && !actor.admin) throw new Rejection('FORBIDDEN');
  if (endpoint.accountKey === 'refused' && actor.kind === 'key') throw new Rejection('FORBIDDEN');
  return actor;
}

async function readCall<E extends Endpoint>(
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
  };
  // The endpoint's type says which of these are there; the lines above put them there by its data.
  return call as unknown as Call<E>;
}

function paramsOf(request: FastifyRequest): Readonly<Record<string, string | undefined>> {
  return request.params as Record<string, string>; // Fastify's router only makes text.
}

/** Of a body, this was made sure of when it was read. */
function requireStorable(query: unknown): void {
  const texts = Object.values(query as Record<string, string | string[]>).flat(); // node:querystring's.
  if (!texts.every(isStorable)) throw new Rejection('INVALID_QUERY');
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  code: 'INVALID_BODY' | 'INVALID_QUERY',
): unknown {
  if (schema === undefined) return undefined;
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.join('.') ?? '';
  throw new Rejection(code, field === '' ? undefined : { field });
}

/** A code that the endpoint did not declare is a bug, and shows as one. */
function declaredError(endpoint: Endpoint, error: unknown): unknown {
  const rejection = error instanceof Rejection ? error : rejectionOfDatabaseError(error);
  if (rejection === undefined) return error;
  const declared: readonly ErrorCode[] = [...SHARED_ERRORS, ...endpoint.errors];
  if (declared.includes(rejection.code)) return rejection;
  return new Error(`${endpoint.method} ${endpoint.path} does not declare ${rejection.code}`, {
    cause: error,
  });
}

function send(reply: FastifyReply, endpoint: Endpoint, result: unknown): FastifyReply {
  reply.code(endpoint.status);
  if (endpoint.result === undefined) return reply.send();
  // Parsing strips what the contract does not name, so no column leaves by accident.
  const answer = endpoint.result.parse(result);
  if (hasVersion(answer)) reply.header('etag', `"${answer.version}"`);
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
}

function hasVersion(answer: unknown): answer is { readonly version: number } {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'version' in answer &&
    typeof answer.version === 'number'
  );
}
