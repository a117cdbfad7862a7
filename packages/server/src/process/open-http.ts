import {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify';
import type { Log } from '../platform/base/log.ts';
import { Rejection } from '../platform/base/rejection.ts';
import type { Config } from '../platform/config/config.ts';
import type { Database } from '../platform/database/database.ts';
import { ANSWER_HEADERS } from '../platform/http/answer.ts';
import { BODY_LIMIT_BYTES } from '../platform/http/body-limits.ts';
import { requestIdFrom } from '../platform/http/correlation.ts';
import {
  handleClientErrors,
  handleErrors,
  handleExpectation,
  rejectionOf,
} from '../platform/http/error-handler.ts';
import { logRequests } from '../platform/http/request-log.ts';
import { compressAnswers } from './compress-answers.ts';
import { readJsonBodies } from './json-body.ts';
import type { Measure } from './measure.ts';
import { hasOneHost } from './one-host.ts';
import { proxiesOf, warnOfUnknownProxies } from './proxies.ts';
import { shareConnections } from './share-connections.ts';
import { provideMetrics } from './telemetry.ts';

/** From the first byte of a request to the last one of its body. Streams are responses, and may last longer. Source: T05. */
const REQUEST_TIMEOUT_MS = 60_000;
/** How often Node checks for requests that take longer. */
const TIMEOUT_CHECK_MS = 5_000;
/** A connection takes 20 KB. This is twice the number of streams that a node should have (docs/scaling.md). */
const MAX_CONNECTIONS = 20_000;

/**
 * Requests are validated by the contract, and responses are sent already encoded, so Fastify's schema compilers are
 * not used. These two replacements keep them from being loaded, which saves a megabyte of code.
 */
const WITHOUT_SCHEMAS: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: () => refuseSchema, buildSerializer: () => refuseSchema },
};

function refuseSchema(): never {
  throw new Error('Routes have no schemas here: the contract parses.');
}

/** Disabled because Fastify's own lines contain URLs; see logRequests. */
const REQUEST_LOGGING = new LogController({ disableRequestLogging: true });

export interface HttpOptions {
  /** Metrics besides those of requests and the process. The caller may add to the list until the service is ready. */
  readonly measures?: readonly Measure[];
  readonly config: Config;
  readonly log: Log;
  readonly database: Pick<Database, 'connections'>;
  /** Responds to a request without a route, in the format of the protocol that its URL belongs to. */
  readonly refuseUnrouted: (
    request: FastifyRequest,
    reply: FastifyReply,
    rejection: Rejection,
  ) => FastifyReply;
}

/** The HTTP server of every kind of node, without routes: parsing, refusals, logging and metrics. */
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
      // Requests that the router itself refuses, such as a URL that is not UTF-8.
      refuseUnrouted(request, reply, rejectionOf(error, request));
    },
    clientErrorHandler: handleClientErrors,
    loggerInstance: log,
    childLoggerFactory: () => log, // See logOf.
    schemaController: WITHOUT_SCHEMAS,
    logController: REQUEST_LOGGING,
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
  });
  const proxies = proxiesOf(config.trustProxy);
  shareConnections(http.server, MAX_CONNECTIONS, { proxies, log });
  http.server.on('checkExpectation', handleExpectation);
  logRequests(http);
  http.addHook('onRequest', (request, reply, done) => {
    reply.headers(ANSWER_HEADERS);
    done(hasOneHost(request.raw.rawHeaders) ? undefined : new Rejection('MALFORMED_REQUEST'));
  });
  warnOfUnknownProxies(http, proxies, log);
  provideMetrics(http, { database, config, measures });
  handleErrors(http);
  readJsonBodies(http);
  compressAnswers(http);
  const refuseUnknown = (request: FastifyRequest, reply: FastifyReply) =>
    refuseUnrouted(request, reply, new Rejection('NOT_FOUND'));
  http.setNotFoundHandler(refuseUnknown);
  // Responds already here, because the not-found handler runs only after the body was read.
  http.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refuseUnknown(request, reply);
    else done();
  });
  return http;
}
