import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { SERVER_IS_BACK } from './embedded-postgres/supervision.ts';
import { atMostEach, type Log } from './platform/base/log.ts';
import { keepExpiring } from './platform/changes/expire-entries.ts';
import type { Config } from './platform/config/config.ts';
import { openDatabase } from './platform/database/database.ts';
import { migrateWhenReachable } from './platform/database/migrate-when-reachable.ts';
import { openServiceRole } from './platform/database/service-role.ts';
import { encryptionKeysOf } from './platform/identity/encryption-keys.ts';
import { complaintOfPasskeys } from './platform/identity/passkeys/passkey-repository.ts';
import { complaintOfSealed } from './platform/identity/sealed-rows-repository.ts';
import { tellOfMailServer } from './platform/mail/mail-delivery.ts';
import { closeServer } from './platform/process/close-server.ts';
import { listen } from './platform/process/listen.ts';
import type { Service } from './platform/process/run-service.ts';
import { welcomeLine } from './platform/process/welcome.ts';
import { createTallies, type Tallies } from './service-measures.ts';

/** How long one of several nodes still serves after /readyz turned negative, until load balancers send no more requests. */
const HANDOVER_MS = 2_000;

/** Opens the database, migrates it and listens. Resources are closed again when a later step fails. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const tallies = createTallies();
  await using opened = new AsyncDisposableStack();
  const ownerUrl = config.databaseUrl ?? (await openEmbedded(config, log, { opened, tallies }));
  await migrateWhenReachable(ownerUrl, log);
  const url = config.databaseUrl ?? (await openServiceRole(ownerUrl));
  // A frozen database loses all connections at once.
  const mayTell = atMostEach(1_000);
  const database = openDatabase(
    url,
    (error) => mayTell() && log.warn({ err: error }, 'connection to the database lost'),
    { readUrl: () => config.readDatabaseUrl() ?? url },
  );
  opened.defer(() => database.close());

  if (config.auditKeptDays !== undefined) {
    const readUrl = () => config.readDatabaseUrl() ?? ownerUrl;
    const expiring = keepExpiring({ readUrl, keptDays: config.auditKeptDays, log });
    opened.defer(() => expiring.close());
  }

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

async function openEmbedded(
  { dataDir }: Config,
  log: Log,
  { opened, tallies }: { readonly opened: AsyncDisposableStack; readonly tallies: Tallies },
): Promise<string> {
  const { url, close } = await openEmbeddedPostgres({
    dataDir,
    report(line) {
      log.warn(line);
      if (line === SERVER_IS_BACK) tallies.databaseRestarts.add();
    },
  });
  opened.defer(close);
  return url;
}
