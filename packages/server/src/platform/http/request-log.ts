import type { ErrorCode } from '@comporta/contract/errors';
import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Log } from '../base/log.ts';
import type { Actor } from '../identity/actor.ts';
import { traceOf } from './correlation.ts';
import { addOnResponse } from './route-options.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who called, once that is known. */
    actor: Actor | undefined;
    /** Why the call was refused, if it was. */
    errorCode: ErrorCode | undefined;
  }
}

/** Fastify's own lines hold addresses, see below. */
export const requestLogging = new LogController({ disableRequestLogging: true });

/** A log whose lines carry the request's id, and its trace. Most requests have nothing to say, so each makes its own when it has. */
export function logOf(request: FastifyRequest): Log {
  const traceId = traceOf(request.headers)?.traceId;
  return request.log.child({ requestId: request.id, ...(traceId !== undefined && { traceId }) });
}

/** What people and scripts do. What systems ask thousands of times a second, and files, are not worth a line. */
const CONTROL_PLANE = /^\/(oauth|api)\/(?!(toggles$|events$|sdk\/|docs))/;

/**
 * Gives each request an id that its answer carries, and writes one line when it was answered. The line
 * names the route and not the address asked for, because the secrets of password links and the
 * properties of users stand in addresses.
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

/** Whether each request has a line, those of systems, too. */
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
    // Only of whom somebody may have to keep out.
    address: errorCode === 'RATE_LIMITED' ? request.ip : undefined,
    ms: Math.round(reply.elapsedTime),
    accountId: actor?.accountId,
    userId: actor?.kind === 'user' ? actor.id : undefined,
    keyId: actor?.kind === 'key' ? actor.id : undefined,
  };
}
