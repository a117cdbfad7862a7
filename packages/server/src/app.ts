import { randomUUID } from 'node:crypto';
import { type FastifyInstance, fastify } from 'fastify';
import type { Database } from './platform/database.ts';
import { handleErrors, sendRejection } from './platform/error-handler.ts';
import { readJsonBodies } from './platform/json-body.ts';
import { Rejection } from './platform/rejection.ts';
import { createServer } from './platform/route.ts';
import { propertyRoutes } from './properties/property-routes.ts';

export interface AppDependencies {
  readonly database: Database;
  readonly logLevel: string;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The whole service, ready to listen: one line per slice. */
export async function buildApp({ database, logLevel }: AppDependencies): Promise<FastifyInstance> {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    logger: { level: logLevel },
    disableRequestLogging: true,
  });
  handleErrors(http);
  readJsonBodies(http);
  http.setNotFoundHandler((request, reply) =>
    sendRejection(request, reply, new Rejection('NOT_FOUND')),
  );

  const server = createServer(http, { database, onCommitted: async () => {} });
  propertyRoutes(server);
  return http;
}
