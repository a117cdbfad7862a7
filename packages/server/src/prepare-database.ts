import { openEmbeddedPostgres } from './embedded-postgres/embedded-postgres.ts';
import { SERVER_IS_BACK } from './embedded-postgres/supervision.ts';
import type { Log } from './platform/base/log.ts';
import { keepExpiring } from './platform/changes/expire-entries.ts';
import type { Config } from './platform/config/config.ts';
import { migrateWhenReachable } from './platform/database/migrate-when-reachable.ts';
import { openServiceRole } from './platform/database/service-role.ts';

/** Those of commands and of the owner, and of a single node with what its release before had. Source: SCL-22. */
const LEAST_CONNECTIONS = 40;
const CONNECTIONS_BESIDE_NODES = 8;
/** Its pool, its listener, and the process of an import. */
const CONNECTIONS_OF_A_NODE = 10;

interface Prepared {
  readonly opened: AsyncDisposableStack;
  /** Called when the embedded database was restarted. */
  readonly onRestart: () => void;
}

/**
 * Opens the database, migrates it, and keeps what needs the owner of the tables. Resolves with the URL for the service. What
 * it opens is closed with `opened`.
 */
export async function prepareDatabase(
  config: Config,
  log: Log,
  { opened, onRestart }: Prepared,
): Promise<string> {
  const ownerUrl = config.databaseUrl ?? (await openEmbedded(config, log, { opened, onRestart }));
  await migrateWhenReachable(ownerUrl, log);
  const url = config.databaseUrl ?? (await openServiceRole(ownerUrl));
  if (config.auditKeptDays !== undefined) {
    const readUrl = () => config.readDatabaseUrl() ?? ownerUrl;
    const expiring = keepExpiring({ readUrl, keptDays: config.auditKeptDays, log });
    opened.defer(() => expiring.close());
  }
  return url;
}

async function openEmbedded(
  { dataDir, nodes }: Config,
  log: Log,
  { opened, onRestart }: Prepared,
): Promise<string> {
  const needed = CONNECTIONS_BESIDE_NODES + nodes * CONNECTIONS_OF_A_NODE;
  const { url, close } = await openEmbeddedPostgres({
    dataDir,
    maxConnections: Math.max(LEAST_CONNECTIONS, needed),
    report(line) {
      log.warn(line);
      if (line === SERVER_IS_BACK) onRestart();
    },
  });
  opened.defer(close);
  return url;
}
