import type { ErrorCode } from '@comporta/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../base/log.ts';
import type { Actor } from '../callers/actor.ts';
import { traceOf } from './correlation.ts';
import { addOnResponse } from './route-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The authenticated caller; undefined before authentication and for public endpoints. */
    actor: Actor | undefined;
    /** The error code of a refused call. */
    errorCode: ErrorCode | undefined;
  }
}

/** A log whose lines contain the request id and the trace id. It is created on demand, because most requests log nothing. */
export function logOf(request: FastifyRequest): Log {
  const traceId = traceOf(request.headers)?.traceId;
  return request.log.child({ requestId: request.id, ...(traceId !== undefined && { traceId }) });
}

/** The routes that users and scripts call. Evaluation and events, thousands of requests a second, and files are not logged. */
const CONTROL_PLANE = /^\/(oauth|api)\/(?!(toggles$|events$|sdk\/|docs))/;

/**
 * Adds the request id and trace to each response, and logs one line per request. The line has
 * the route and not the URL, because URLs may contain the secrets of password links and the
 * properties of users.
 */
export function logRequests(http: FastifyInstance): void {
  const tellsAll = tellsAllRequests(http);
  http.decorateRequest('actor', undefined);
  http.decorateRequest('errorCode', undefined);

  http.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const trace = traceOf(request.headers);
    if (trace !== undefined) reply.header('traceparent', trace.traceparent);
    done();
  });
  http.addHook('onRoute', (route) => {
    if (CONTROL_PLANE.test(route.url)) {
      addOnResponse(route, (request, reply, done) => {
        logOf(request).info(summaryOf(request, reply), 'answered');
        done();
      });
    } else if (tellsAll) {
      addOnResponse(route, (request, reply, done) => {
        logOf(request).debug(summaryOf(request, reply), 'answered');
        done();
      });
    }
  });
}

/** Whether every request is logged, including those of systems. */
export function tellsAllRequests({ log }: Pick<FastifyInstance, 'log'>): boolean {
  return log.level === 'debug' || log.level === 'trace';
}

function summaryOf(request: FastifyRequest, reply: FastifyReply): object {
  const { method, routeOptions, actor, errorCode } = request;
  return {
    method,
    route: routeOptions.url,
    status: reply.statusCode,
    errorCode,
    // IP addresses are logged only for clients that an operator may have to block.
    address: errorCode === 'RATE_LIMITED' ? request.ip : undefined,
    ms: Math.round(reply.elapsedTime),
    accountId: actor?.accountId,
    userId: actor?.kind === 'user' ? actor.id : undefined,
    keyId: actor?.kind === 'key' ? actor.id : undefined,
    tokenId: actor?.kind === 'user' ? actor.token?.id : undefined,
  };
}
