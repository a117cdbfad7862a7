import { randomUUID } from 'node:crypto';
import { type FastifyInstance, fastify, LogController } from 'fastify';
import { applicationRoutes } from './applications/application-routes.ts';
import type { Config } from './config.ts';
import { dataPlaneRoutes } from './evaluation/data-plane.ts';
import { environmentKeyRoutes } from './keys/environment-key-routes.ts';
import { experimentRoutes } from './experiments/experiment-routes.ts';
import type { Database } from './platform/database.ts';
import { handleErrors, sendRejection } from './platform/error-handler.ts';
import { healthRoutes } from './platform/health.ts';
import { readJsonBodies } from './platform/json-body.ts';
import { keepLastSeen } from './platform/last-seen.ts';
import type { Log } from './platform/log.ts';
import { Rejection } from './platform/rejection.ts';
import { createServer } from './platform/route.ts';
import { guardWebhookAddresses } from './platform/webhook-addresses.ts';
import { propertyRoutes } from './properties/property-routes.ts';
import { holdSnapshots } from './snapshot/snapshots.ts';
import { targetGroupRoutes } from './target-groups/target-group-routes.ts';
import { toggleRoutes } from './toggles/toggle-routes.ts';

export interface AppDependencies {
  readonly config: Config;
  readonly database: Database;
  readonly log: Log;
  /** Aborted when the process was asked to stop: it is no longer ready, streams end. */
  readonly stopping: AbortSignal;
}

const BODY_LIMIT_BYTES = 1024 * 1024;

/** The whole service, ready to listen: one line per slice. */
export async function buildApp({
  config,
  database,
  log,
  stopping,
}: AppDependencies): Promise<FastifyInstance> {
  const http = fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
  });
  handleErrors(http);
  readJsonBodies(http);
  http.setNotFoundHandler((request, reply) =>
    sendRejection(request, reply, new Rejection('NOT_FOUND')),
  );

  const snapshots = holdSnapshots(database, log);
  const lastSeen = keepLastSeen(database.sql, log);
  http.addHook('onClose', async () => {
    await snapshots.close();
    await lastSeen.close();
  });
  healthRoutes(http, { sql: database.sql, stopping });
  dataPlaneRoutes(http, { snapshots, lastSeen, stopping });

  const server = createServer(http, { database, onCommitted: snapshots.refreshApplication });
  const webhookAddresses = guardWebhookAddresses(config.webhookAllowCidrs);
  applicationRoutes(server, { plans: config.plans, webhookAddresses });
  environmentKeyRoutes(server, config);
  propertyRoutes(server);
  targetGroupRoutes(server);
  toggleRoutes(server, config.plans);
  experimentRoutes(server);
  return http;
}
