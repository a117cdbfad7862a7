import type { Endpoint, ResultOf } from '@comporta/contract/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type * as z from 'zod/mini';
import { Rejection } from '../base/rejection.ts';
import { type Caller, callName, lockForCaller, paramsOf } from '../callers/caller.ts';
import type { SessionUses } from '../callers/session-uses.ts';
import type { Database, Lane } from '../database/database.ts';
import { tellingLockWaits } from '../database/lock-waits.ts';
import type { Storage } from '../database/storage.ts';
import { hasQueuedMail } from '../mail/mail-queue.ts';
import type { CookieAnswer, EncodedResult } from './answer.ts';
import { type Call, callOf, type Message, readMessage } from './call.ts';
import type { CallShares } from './call-shares.ts';
import { changeSaidIn } from './change-headers.ts';
import type { Lazily } from './encode-in-turns.ts';
import { answerOnce } from './idempotency.ts';
import { laneOf } from './lane.ts';
import { answerLarge, type LargeDependencies } from './large/answer-large.ts';
import { admitLargeReads } from './large/large-reads.ts';
import type { LargeWork } from './large/large-work.ts';
import type { JobProgram } from './large/run-job.ts';
import { type Route, serveRoute } from './serve-route.ts';

/**
 * The result of a handler. For an endpoint without a result it is ignored. Only a GET may return a lazy or encoded
 * result, because the result of a write may be stored to be returned again (Idempotency-Key). A refusal that is returned
 * instead of thrown keeps what the transaction wrote, such as a counted attempt; only calls without an actor may do so.
 */
type Returned<E extends Endpoint> = E['result'] extends z.ZodMiniType
  ? E['method'] extends 'GET'
    ? Lazily<ResultOf<E>> | EncodedResult
    : E['access'] extends 'client'
      ? ResultOf<E> | Rejection
      : ResultOf<E> | CookieAnswer<ResultOf<E>>
  : unknown;
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Returned<E>>;

export interface Server {
  /** Handles a GET without a transaction, and any other method in one transaction that locks the application. */
  route<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** Like `route`, after preparation outside the transaction, such as hashing a password or a DNS lookup. */
  routeAfter<E extends Endpoint, Prepared>(
    endpoint: E,
    prepare: (call: Call<E>) => Promise<Prepared>,
    handle: (call: Call<E>, prepared: Prepared) => Promise<Returned<E>>,
  ): void;
  /**
   * Like `route`, for an endpoint whose body or work may be too large for the event loop. A process of its own then does
   * everything from parsing the body to encoding the response, unless the client disconnects or the service stops.
   * `program` is what that process runs; it calls `doJob` with the same work.
   */
  routeLarge<E extends Endpoint>(endpoint: E, work: LargeWork<E>, program: JobProgram): void;
  /** Like `route`, for a GET whose answer may be very large: few are read at once. */
  routeLargeRead<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /**
   * Like `route`, for a write that does what takes long before it takes the application's row by `lock`: until then no other
   * write waits for it. Its own lines are those of the thing with the id of the path.
   */
  routeLockingLast<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>, lock: () => Promise<Call<E>>) => Promise<Returned<E>>,
  ): void;
  /** For calls that hash passwords or only read; they hold no database connection in between. */
  routeOutsideTransaction<E extends Endpoint>(endpoint: E, handle: Handler<E>): void;
  /** Every endpoint registered so far, for the documentation of the API. */
  readonly endpoints: readonly Endpoint[];
}

export interface ServerDependencies extends LargeDependencies {
  readonly database: Database;
  readonly storage: Storage;
  readonly callShares: CallShares;
  readonly sessionUses: Pick<SessionUses, 'note'>;
  /** Called after a write was committed and before the response is sent. */
  readonly onCommitted: (written: Written) => Promise<void>;
}

interface Written {
  /** Undefined for a write to the account. */
  readonly applicationId: string | undefined;
  readonly hasQueuedMail: boolean;
}

export function createServer(http: FastifyInstance, dependencies: ServerDependencies): Server {
  const { database, storage, callShares, sessionUses, onChange, onCommitted } = dependencies;
  const endpoints: Endpoint[] = [];
  const large = answerLarge(dependencies);
  const admitLargeRead = admitLargeReads();
  http.decorateRequest('caller', undefined);

  function add(route: Route): void {
    endpoints.push(route.endpoint);
    serveRoute(http, route, { database, storage, callShares, sessionUses, largeBodies: large });
  }

  function addRead<E extends Endpoint>(
    endpoint: E,
    handle: (call: Call<E>, lane: Lane) => Promise<Returned<E>>,
  ): void {
    add({
      endpoint,
      takesSpace: false,
      async answer(request, caller, reply) {
        const lane = laneOf(caller, request, reply);
        const message = readMessage(endpoint, request);
        return handle(callOf<E>(database.reads(lane), caller, message), lane);
      },
    });
  }

  function addWrite<E extends Endpoint>(endpoint: E, handle: Handler<E>): void {
    add({
      endpoint,
      takesSpace: takesSpace(endpoint),
      answer: async (request, caller, reply) =>
        answerInTransaction(caller, request, {
          endpoint,
          handle,
          message: readMessage(endpoint, request),
          lane: laneOf(caller, request, reply),
        }),
    });
  }

  async function answerInTransaction<E extends Endpoint>(
    caller: Caller,
    request: FastifyRequest,
    { endpoint, message, handle, lane, locksLast = false }: Write<E>,
  ): Promise<Returned<E>> {
    const name = callName(request);
    const said = changeSaidIn(request);
    const writing = { params: paramsOf(request), name, rights: endpoint, onChange, said };
    const telling = { sql: database.sql, log: () => message.log };
    let hasMail = false;
    const result = await tellingLockWaits(telling, (begun) =>
      database.writes(lane).transaction(async (sql) => {
        begun();
        const callBy = (scope: Caller) => callOf<E>(sql, scope, message);
        const lock = async () => callBy(await lockForCaller(sql, caller, writing));
        const answer = await answerOnce(sql, { endpoint, actor: caller.actor, request }, async () =>
          handle(locksLast ? callBy(caller) : await lock(), lock),
        );
        hasMail = hasQueuedMail(sql);
        return answer;
      }),
    );
    await onCommitted({ applicationId: caller.application?.id, hasQueuedMail: hasMail });
    if (result instanceof Rejection) throw result;
    return result;
  }

  return {
    endpoints,
    routeOutsideTransaction: addRead,
    route(endpoint, handle) {
      if (endpoint.method === 'GET') addRead(endpoint, handle);
      else addWrite(endpoint, handle);
    },
    routeLockingLast(endpoint, handle) {
      add({
        endpoint,
        takesSpace: takesSpace(endpoint),
        answer: async (request, caller, reply) => {
          const lane = laneOf(caller, request, reply);
          return answerInTransaction(caller, request, {
            endpoint,
            handle,
            message: readMessage(endpoint, request),
            lane: { ...lane, application: `${lane.application} ${paramsOf(request).id}` },
            locksLast: true,
          });
        },
      });
    },
    routeLargeRead(endpoint, handle) {
      addRead(endpoint, async (call, lane) => {
        const leave = await admitLargeRead(lane);
        return handle(call).finally(leave);
      });
    },
    routeLarge(endpoint, work, program) {
      add({
        endpoint,
        takesSpace: takesSpace(endpoint),
        isLarge: true,
        creates: work.creates && ((query) => work.creates?.(query as never) === true), // Parsed before.
        async answer(request, caller, reply) {
          const answer = await large.answer(
            { endpoint, work, program },
            { request, caller, reply },
          );
          await onCommitted({ applicationId: caller.application?.id, hasQueuedMail: false });
          return answer;
        },
      });
    },
    routeAfter(endpoint, prepare, handle) {
      add({
        endpoint,
        takesSpace: takesSpace(endpoint),
        answer: async (request, caller, reply) => {
          const message = readMessage(endpoint, request);
          const lane = laneOf(caller, request, reply);
          const prepared = await prepare(callOf(database.reads(lane), caller, message));
          return answerInTransaction(caller, request, {
            endpoint,
            message,
            lane,
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
  readonly handle: (call: Call<E>, lock: () => Promise<Call<E>>) => Promise<Returned<E>>;
  readonly lane: Lane;
  readonly locksLast?: boolean;
}

/** Whether a call is refused on a full disk. Logging in and out and deleting need almost no space. */
function takesSpace({ access, method }: Endpoint): boolean {
  return access !== 'client' && method !== 'DELETE';
}
