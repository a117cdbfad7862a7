import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { encryptionKeysOf } from './identity/encryption-keys.ts';
import { complaintOfPasskeys } from './identity/passkeys/passkey-repository.ts';
import { complaintOfSealed } from './identity/sealed-rows-repository.ts';
import { atMostEach, type Log } from './platform/base/log.ts';
import type { Config } from './platform/config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { whenTablesAreUsable } from './platform/database/migrate-when-reachable.ts';
import { tellOfMailServer } from './platform/mail/mail-delivery.ts';
import { prepareDatabase } from './prepare-database.ts';
import { closeServer } from './process/close-server.ts';
import { listen } from './process/listen.ts';
import type { NodeOrder } from './process/nodes/node-messages.ts';
import type { StartedNode } from './process/nodes/run-node.ts';
import type { Service } from './process/run-service.ts';
import { welcomeLine } from './process/welcome.ts';
import { createTallies, type Tallies } from './service-measures.ts';

/** How long one of several nodes still serves after /readyz turned negative, until load balancers send no more requests. */
const HANDOVER_MS = 2_000;
/** Of one of several nodes on a machine, half as many as of a single one. Source: SCL-22. */
const POOL_SIZE_OF_SEVERAL = 8;

/** Opens the database, migrates it and listens. Resources are closed again when a later step fails. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const tallies = createTallies();
  await using opened = new AsyncDisposableStack();
  const onRestart = () => tallies.databaseRestarts.add();
  const url = await prepareDatabase(config, log, { opened, onRestart });
  // Awaited here, because what is opened is closed at the end of this function.
  return await serve({ config, log, url, tallies, opened });
}

/** Listens beside other nodes on the same port; another process has prepared the database. */
export async function startNode(
  config: Config,
  log: Log,
  { place, databaseUrl: url }: NodeOrder,
): Promise<StartedNode> {
  const tallies = createTallies();
  await using opened = new AsyncDisposableStack();
  await whenTablesAreUsable(config.readDatabaseUrl() ?? url, log);
  const own = { ...config, metricsListen: portOfPlace(config, place) };
  const service = await serve({ config: own, log, url, tallies, opened });
  return { ...service, countRestart: () => tallies.databaseRestarts.add() };
}

/** Metrics are each node's own, so its port is the next one. Source: SCL-23. */
function portOfPlace({ metricsListen }: Config, place: number): Config['metricsListen'] {
  return metricsListen && { ...metricsListen, port: metricsListen.port + place - 1 };
}

interface Serving {
  readonly config: Config;
  readonly log: Log;
  /** Of the database, as the service uses it. */
  readonly url: string;
  readonly tallies: Tallies;
  /** What has to be closed after the service. Left to the caller when this rejects. */
  readonly opened: AsyncDisposableStack;
}

async function serve({ config, log, url, tallies, opened }: Serving): Promise<Service> {
  // A frozen database loses all connections at once.
  const mayTell = atMostEach(1_000);
  const database = openDatabase(
    url,
    (error) => mayTell() && log.warn({ err: error }, 'connection to the database lost'),
    {
      readUrl: () => config.readDatabaseUrl() ?? url,
      ...(config.nodes > 1 && { size: POOL_SIZE_OF_SEVERAL }),
    },
  );
  opened.defer(() => database.close());

  const stopping = new AbortController();
  const http = await buildApp({ config, database, log, stopping: stopping.signal, tallies });
  opened.defer(() => closeServer(http));
  await listen(http, config);
  if (config.smtpUrl !== undefined) void tellOfMailServer(config.smtpUrl, log);
  const complaint = await complaintOfSealed(database.sql, encryptionKeysOf(config));
  if (complaint !== undefined) log.warn({ complaint }, 'encryption key');
  const ofPasskeys = await complaintOfPasskeys(database.sql, config.publicUrl);
  if (ofPasskeys !== undefined) log.warn({ complaint: ofPasskeys }, 'passkeys');
  const welcome = await welcomeLine(database.sql, config);

  const kept = opened.move();
  return {
    welcome,
    async stop() {
      log.info('stopping');
      stopping.abort();
      sendClientsElsewhere(http);
      if (config.databaseUrl !== undefined) await pause(HANDOVER_MS);
      await kept.disposeAsync();
      log.info('stopped');
    },
  };
}

/** From now on each response closes its connection, so that the client's next request goes to another node. */
function sendClientsElsewhere(http: FastifyInstance): void {
  http.server.prependListener('request', (_request, response) => {
    response.shouldKeepAlive = false;
  });
}
