import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
} from 'fastify';
import type { Log } from '../base/log.ts';
import { Rejection } from '../base/rejection.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../database/database.ts';
import { ANSWER_HEADERS } from '../http/answer.ts';
import { BODY_LIMIT_BYTES } from '../http/body-limits.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { requestIdFrom } from '../http/correlation.ts';
import {
  handleClientErrors,
  handleErrors,
  handleExpectation,
  rejectionOf,
} from '../http/error-handler.ts';
import { readJsonBodies } from '../http/json-body.ts';
import { hasOneHost } from '../http/one-host.ts';
import { logRequests, requestLogging } from '../http/request-log.ts';
import type { Measure } from './measure.ts';
import { provideMetrics } from './telemetry.ts';

/** From its first byte to the last one of its body; streams are answers and last longer. Source: T05. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How often is looked for requests that take longer. */
const TIMEOUT_CHECK_MS = 5_000;
/** 20 KB each: twice the streams that a node should have (docs/scaling.md). */
const MAX_CONNECTIONS = 20_000;

/**
 * The contract says what shapes are right, and answers are written as they are. Fastify's compilers for
 * that are never asked, and by these two in their place not even loaded: a megabyte of code.
 */
const WITHOUT_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

function refuseSchema(): never {
  throw new Error('Routes have no schemas here: the contract parses.');
}

export interface HttpOptions {
  /** What metrics tell besides requests and the process; may be added to until the service is ready. */
  readonly measures?: readonly Measure[];
  readonly config: Config;
  readonly log: Log;
  readonly database: Pick<Database, 'connections'>;
  /** Answers a request that no route takes, in the words of the protocol it was meant for. */
  readonly refuseUnrouted: (
    request: FastifyRequest,
    reply: FastifyReply,
    rejection: Rejection,
  ) => FastifyReply;
}

/** What every kind of node is, before it has routes: how it reads, refuses, logs and measures. */
export function openHttp({
  config,
  log,
  database,
  refuseUnrouted,
  measures = [],
}: HttpOptions): FastifyInstance {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    genReqId: ({ headers }) => requestIdFrom(headers),
    frameworkErrors(error, request, reply) {
      // What the router refuses before there is a route, such as an address that is no UTF-8.
      refuseUnrouted(request, reply, rejectionOf(error, request));
    },
    clientErrorHandler: handleClientErrors,
    loggerInstance: log,
    childLoggerFactory: () => log, // See logOf.
    schemaController: WITHOUT_SCHEMAS,
    logController: requestLogging,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
  });
  http.server.maxConnections = MAX_CONNECTIONS;
  http.server.on('checkExpectation', handleExpectation);
  logRequests(http);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done(hasOneHost(request.raw.rawHeaders) ? undefined : new Rejection('MALFORMED_REQUEST'));
  });
  provideMetrics(http, { database, config, measures });
  handleErrors(http);
  readJsonBodies(http);
  compressAnswers(http);
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    refuseUnrouted(request, reply, new Rejection('NOT_FOUND'));
  http.setNotFoundHandler(refuseUnknown);
  // Already here, because the handler is only called when a body was read.
  http.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknown(request, reply);
    else done();
  });
  return http;
}
