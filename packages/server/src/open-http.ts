import { randomUUID } from 'node:crypto';
import { type FastifyInstance, type FastifyServerOptions, fastify } from 'fastify';
import type { Config } from './config.ts';
import { refuseUnrouted } from './evaluation/ofrep-errors.ts';
import type { Database } from './platform/database.ts';
import {
  handleClientErrors,
  handleErrors,
  handleExpectation,
  rejectionOf,
} from './platform/error-handler.ts';
import { readFormBodies } from './platform/form-body.ts';
import { readJsonBodies } from './platform/json-body.ts';
import type { Log } from './platform/log.ts';
import { metricsRoutes } from './platform/metrics.ts';
import { Rejection } from './platform/rejection.ts';
import { logRequests, requestLogging } from './platform/request-log.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

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

/** What every kind of node is, before it has routes: how it reads, refuses, logs and measures. */
export function openHttp(
  config: Config,
  log: Log,
  database: Pick<Database, 'connections'>,
): FastifyInstance {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
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
  http.server.on('checkExpectation', handleExpectation);
  logRequests(http);
  metricsRoutes(http, { database, token: config.metricsToken });
  handleErrors(http);
  readJsonBodies(http);
  readFormBodies(http);
  http.setNotFoundHandler((request, reply) =>
    refuseUnrouted(request, reply, new Rejection('NOT_FOUND')),
  );
  return http;
}
