import type { Endpoint, ResultOf } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../database/storage.ts';
import { admitCaller, type Caller, lockForCaller } from '../identity/caller.ts';
import { declaredError, sendResult } from './answer.ts';
import { BODY_LIMIT_BYTES, bodyLimitOf } from './body-limits.ts';
import { type Call, callOf, type Message, readMessage } from './call.ts';
import { readFormBodies } from './form-body.ts';
import { answerOnce } from './idempotency.ts';
import { createLargeBodies, readLargeBodies } from './large-bodies.ts';

/** What a handler of an endpoint without a result returns is not sent. */
type Returned<E extends Endpoint> = E['result'] extends z.ZodMiniType ? ResultOf<E> : unknown;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Returned<E>>;

export interface Server {
  /** Answers a GET from the pool, and everything else inside one transaction that holds the application. */
  route<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** As `route`, after work that must hold neither: hashing a password, asking for an address. */
  routeAfter<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (call: Call<E>) => Promise<Prepared>,
    handle: (call: Call<E>, prepared: Prepared) => Promise<Returned<E>>,
  ): void;
  /**
   * As `route`, for an endpoint whose body may be larger than those of other calls: a thread reads it.
   * `reader` is the module that the thread runs, which calls `readBody` with the endpoint's schema.
   */
  routeLarge<E extends Endpoint>(endpoint: E, reader: URL, handle: Handler<E>): void;
  /** For calls that hash passwords or only read: no connection is held while they work. */
  routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** Every endpoint registered so far, for the documentation of the API. */
  readonly endpoints: readonly Endpoint[];
}

export interface ServerDependencies {
  readonly database: Database;
  readonly storage: Storage;
  /**
   * Runs after a write was committed, before its caller is answered: a write to the application, or,
   * when it is undefined, to the account.
   */
  readonly onCommitted: (applicationId: string | undefined) => Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a call to one of these endpoints, from before its body is read. */
    caller: Caller | undefined;
  }
}

/** One endpoint as it is served. */
interface Route {
  readonly endpoint: Endpoint;
  /** Whether it is refused while the disk is full. */
  readonly takesSpace: boolean;
  /** Reads a body that may be large, see `routeLarge`. */
  readonly reader?: URL;
  readonly answer: (request: FastifyRequest, caller: Caller) => Promise<unknown>;
}

export function createServer(http: FastifyInstance, dependencies: ServerDependencies): Server {
  const { database, storage, onCommitted } = dependencies;
  const endpoints: Endpoint[] = [];
  const largeBodies = createLargeBodies();
  http.decorateRequest('caller', undefined);

  function add(route: Route): void {
    const { endpoint, reader, answer } = route;
    const bodyLimit = bodyLimitOf(endpoint);
    if (bodyLimit > BODY_LIMIT_BYTES !== (reader !== undefined)) {
      throw new Error(`${endpoint.path}: a large body has a reader of its own, and no other has`);
    }
    endpoints.push(endpoint);
    const options: RouteOptions = {
      method: endpoint.method,
      url: endpoint.path,
      bodyLimit,
      // Before the body: Fastify then looks at its media type and its size, and only then reads it.
      onRequest: async (request, reply) => {
        request.caller = await admit(route, request).catch(declare);
        if (reader !== undefined) largeBodies.admit(request, reply, bodyLimit);
      },
      handler: async (request, reply) => {
        const caller = request.caller as Caller; // Admitted above.
        return sendResult(reply, endpoint, await answer(request, caller).catch(declare));
      },
    };
    const declare = (error: unknown): never => {
      throw declaredError(endpoint, error);
    };
    // A scope of its own has its own way to read bodies.
    if (endpoint.form) addInScope(options, readFormBodies);
    else if (reader !== undefined) addInScope(options, (scope) => readLargeBodies(scope, reader));
    else http.route(options);
  }

  function addInScope(options: RouteOptions, readBodies: (scope: FastifyInstance) => void): void {
    http.register((scope, _options, done) => {
      readBodies(scope);
      scope.route(options);
      done();
    });
  }

  /** A full disk is told before anything else is tried: it may have taken the database away. */
  async function admit({ endpoint, takesSpace }: Route, request: FastifyRequest): Promise<Caller> {
    if (takesSpace && !(await storage.hasRoom())) throw new Rejection('STORAGE_FULL');
    return admitCaller(database.sql, endpoint, request);
  }

  function routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void {
    add({
      endpoint,
      takesSpace: false,
      answer: async (request, caller) =>
        handle(callOf<E>(database.sql, caller, readMessage(endpoint, request))),
    });
  }

  function addWrite<E extends Endpoint>(
    endpoint: E,
    handle: Handler<E>,
    options: Pick<Route, 'reader'> = {},
  ): void {
    add({
      endpoint,
      takesSpace: takesSpace(endpoint),
      answer: async (request, caller) =>
        answerInTransaction(caller, request, {
          endpoint,
          handle,
          message: readMessage(endpoint, request),
        }),
      ...options,
    });
  }

  async function answerInTransaction<E extends Endpoint>(
    caller: Caller,
    request: FastifyRequest,
    { endpoint, message, handle }: Write<E>,
  ): Promise<Returned<E>> {
    const result = await database.sql.transaction((sql) =>
      answerOnce(sql, { endpoint, actor: caller.actor, request }, async () =>
        handle(callOf<E>(sql, await lockForCaller(sql, caller, request), message)),
      ),
    );
    await onCommitted(caller.application?.id);
    return result;
  }

  return {
    endpoints,
    routeOutsideTransaction,
    route(endpoint, handle) {
      if (endpoint.method === 'GET') routeOutsideTransaction(endpoint, handle);
      else addWrite(endpoint, handle);
    },
    routeLarge(endpoint, reader, handle) {
      addWrite(endpoint, handle, { reader });
    },
    routeAfter(endpoint, prepare, handle) {
      add({
        endpoint,
        takesSpace: takesSpace(endpoint),
        answer: async (request, caller) => {
          const message = readMessage(endpoint, request);
          const prepared = await prepare(callOf(database.sql, caller, message));
          return answerInTransaction(caller, request, {
            endpoint,
            message,
            handle: (call) => handle(call, prepared),
          });
        },
      });
    },
  };
}

interface Write<E extends Endpoint> {
  readonly endpoint: E;
  readonly message: Message;
  readonly handle: Handler<E>;
}

/** Coming in, leaving and taking something away need next to nothing. */
function takesSpace({ access, method }: Endpoint): boolean {
  return access !== 'client' && method !== 'DELETE';
}
