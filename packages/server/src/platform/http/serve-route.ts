import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import { admitCaller, type Caller } from '../callers/caller.ts';
import type { SessionUses } from '../callers/session-uses.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../database/storage.ts';
import { answerOf, CookieAnswer, declaredError, lengthOf, sendAnswer } from './answer.ts';
import { BODY_LIMIT_BYTES, bodyLimitOf } from './body-limits.ts';
import type { CallShares } from './call-shares.ts';
import { readFormBodies } from './form-body.ts';
import { laneOfAddress } from './lane.ts';
import { keepBytes } from './large/answer-large.ts';
import type { LargeBodies } from './large/large-bodies.ts';

/** An endpoint and how it is served. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Whether the endpoint is refused while the disk is full. */
  readonly takesSpace: boolean;
  /** Whether the body may be too large for the event loop. */
  readonly isLarge?: boolean;
  /** Whether a call makes something, where its query says so. */
  readonly creates?: ((query: unknown) => boolean) | undefined;
  readonly answer: (
    request: FastifyRequest,
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<unknown>;
}

interface RouteDependencies {
  readonly database: Pick<Database, 'callers'>;
  readonly storage: Storage;
  readonly callShares: CallShares;
  readonly largeBodies: LargeBodies;
  readonly sessionUses: Pick<SessionUses, 'note'>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The admitted caller of an endpoint, set before the body is read. */
    caller: Caller | undefined;
  }
}

/** Registers a route. The caller is admitted before the body is read, and undeclared error codes become internal errors. */
export function serveRoute(
  http: FastifyInstance,
  route: Route,
  dependencies: RouteDependencies,
): void {
  const { endpoint, isLarge = false, answer } = route;
  const { callShares, sessionUses } = dependencies;
  const bodyLimit = bodyLimitOf(endpoint);
  if (bodyLimit > BODY_LIMIT_BYTES !== isLarge) {
    throw new Error(
      `${endpoint.path}: only a route for large bodies, and every such route, is served by a process of its own`,
    );
  }
  const declare = (error: unknown): never => {
    throw declaredError(endpoint, error);
  };
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit,
    // This runs before the body: Fastify then checks its media type and size, and only then reads it.
    onRequest: async (request, reply) => {
      request.caller = await admit(route, { request, reply }, dependencies).catch(declare);
      const { actor } = request.caller;
      if (actor !== undefined && !isUnattended(request)) sessionUses.note(actor);
      const company = actor?.accountId;
      if (company !== undefined) await callShares.admit(company, reply.raw);
      if (isLarge) dependencies.largeBodies.admit(request, reply, bodyLimit);
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller; // Admitted above.
      const answered = await answer(request, caller, reply).catch(declare);
      const hasCookie = answered instanceof CookieAnswer;
      if (hasCookie) reply.header('set-cookie', answered.cookie);
      const result = hasCookie ? answered.result : answered;
      const encoded = await answerOf(endpoint, result);
      const company = caller.actor?.accountId;
      if (company !== undefined) callShares.answered(company, lengthOf(encoded));
      const status = route.creates?.(request.query) ? 201 : endpoint.status;
      return sendAnswer(reply, { ...endpoint, status }, encoded);
    },
  };
  // Body parsers belong to a Fastify scope.
  if (endpoint.form) addInScope(http, options, readFormBodies);
  else if (isLarge) addInScope(http, options, (scope) => keepBytes(endpoint, scope));
  else http.route(options);
}

/** Whether a page says that it asks by itself, with nobody in front of it: a session is idle all the same. */
function isUnattended(request: FastifyRequest): boolean {
  return request.headers['user-idle'] !== undefined;
}

function addInScope(
  http: FastifyInstance,
  options: RouteOptions,
  readBodies: (scope: FastifyInstance) => void,
): void {
  http.register((scope, _options, done) => {
    readBodies(scope);
    scope.route(options);
    done();
  });
}

/** Checks for a full disk first, because it may have made the database unavailable. */
async function admit(
  { endpoint, takesSpace }: Route,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { database, storage }: RouteDependencies,
): Promise<Caller> {
  if (takesSpace && !(await storage.hasRoom())) throw new Rejection('STORAGE_FULL');
  return admitCaller(database.callers(laneOfAddress(request, reply)), endpoint, request);
}
