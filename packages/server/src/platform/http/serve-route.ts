import type { Endpoint } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { Rejection } from '../base/rejection.ts';
import type { Sql } from '../database/database.ts';
import type { Storage } from '../database/storage.ts';
import { admitCaller, type Caller } from '../identity/caller.ts';
import { answerOf, declaredError, sendAnswer } from './answer.ts';
import { BODY_LIMIT_BYTES, bodyLimitOf } from './body-limits.ts';
import { readFormBodies } from './form-body.ts';
import { keepJsonBytes } from './large/answer-large.ts';
import type { LargeBodies } from './large/large-bodies.ts';

/** One endpoint as it is served. */
export interface Route {
  readonly endpoint: Endpoint;
  /** Whether it is refused while the disk is full. */
  readonly takesSpace: boolean;
  /** Its body may be too large for the event loop. */
  readonly isLarge?: boolean;
  readonly answer: (
    request: FastifyRequest,
    caller: Caller,
    reply: FastifyReply,
  ) => Promise<unknown>;
}

interface RouteDependencies {
  readonly sql: Sql;
  readonly storage: Storage;
  readonly largeBodies: LargeBodies;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call to one of these endpoints, from before its body is read. */
    caller: Caller | undefined;
  }
}

/** Puts a route into Fastify: who calls is admitted before the body is read, and only codes that the endpoint declares leave it. */
export function serveRoute(
  http: FastifyInstance,
  route: Route,
  dependencies: RouteDependencies,
): void {
  const { endpoint, isLarge = false, answer } = route;
  const bodyLimit = bodyLimitOf(endpoint);
  if (bodyLimit > BODY_LIMIT_BYTES !== isLarge) {
    throw new Error(`${endpoint.path}: a large body is for a thread, and no other is`);
  }
  const declare = (error: unknown): never => {
    throw declaredError(endpoint, error);
  };
  const options: RouteOptions = {
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit,
    // Before the body: Fastify then looks at its media type and its size, and only then reads it.
    onRequest: async (request, reply) => {
      request.caller = await admit(route, request, dependencies).catch(declare);
      if (isLarge) dependencies.largeBodies.admit(request, reply, bodyLimit);
    },
    handler: async (request, reply) => {
      const caller = request.caller as Caller; // Admitted above.
      const result = await answer(request, caller, reply).catch(declare);
      return sendAnswer(reply, endpoint, await answerOf(endpoint, result));
    },
  };
  // A scope of its own has its own way to read bodies.
  if (endpoint.form) addInScope(http, options, readFormBodies);
  else if (isLarge) addInScope(http, options, keepJsonBytes);
  else http.route(options);
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

/** A full disk is told before anything else is tried: it may have taken the database away. */
async function admit(
  { endpoint, takesSpace }: Route,
  request: FastifyRequest,
  { sql, storage }: RouteDependencies,
): Promise<Caller> {
  if (takesSpace && !(await storage.hasRoom())) throw new Rejection('STORAGE_FULL');
  return admitCaller(sql, endpoint, request);
}
