import type { Endpoint, ResultOf } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import type { Database } from '../database/database.ts';
import type { Storage } from '../database/storage.ts';
import type { Actor } from '../identity/actor.ts';
import { lockApplication, readApplication } from '../identity/application-scope.ts';
import { authenticate } from '../identity/authenticate.ts';
import { ANSWER_HEADERS, declaredError, sendResult } from './answer.ts';
import { type Call, paramsOf, readCall } from './call.ts';
import { answerOnce } from './idempotency.ts';

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

export function createServer(http: FastifyInstance, dependencies: ServerDependencies): Server {
  const { database, storage, onCommitted } = dependencies;
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
        return sendResult(reply, endpoint, result);
      },
    });
  }

  function routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void {
    add(endpoint, async (request) => {
      const actor = await authenticate(database.sql, endpoint, request);
      return handle(await readCall(database.sql, endpoint, actor, request, readApplication));
    });
  }

  /** A full disk is told before anything else is tried: it may have taken the database away. */
  function addWrite(
    endpoint: Endpoint,
    answer: (request: FastifyRequest, actor: Actor | undefined) => Promise<unknown>,
  ): void {
    add(endpoint, async (request) => {
      if (takesSpace(endpoint) && !(await storage.hasRoom())) throw new Rejection('STORAGE_FULL');
      return answer(request, await authenticate(database.sql, endpoint, request));
    });
  }

  async function answerInTransaction<E extends Endpoint>(
    endpoint: E,
    actor: Actor | undefined,
    request: FastifyRequest,
    handle: Handler<E>,
  ): Promise<Returned<E>> {
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
      addWrite(endpoint, (request, actor) => answerInTransaction(endpoint, actor, request, handle));
    },
    routeAfter(endpoint, prepare, handle) {
      addWrite(endpoint, async (request, actor) => {
        const prepared = await prepare(
          await readCall(database.sql, endpoint, actor, request, readApplication),
        );
        return answerInTransaction(endpoint, actor, request, (call) => handle(call, prepared));
      });
    },
  };
}

/** Coming in, leaving and taking something away need next to nothing. */
function takesSpace({ access, method }: Endpoint): boolean {
  return access !== 'client' && method !== 'DELETE';
}
