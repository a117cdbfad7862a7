import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createLog } from '../platform/base/log.ts';
import type { Config } from '../platform/config/config.ts';
import { WRONG_CONFIGURATION } from '../platform/process/start-failure.ts';
import { CommandFailure } from './command-failure.ts';

/** Whether the settings name a database of their own, or the embedded one was created in DATA_DIR. */
export function hasDatabase({ databaseUrl, dataDir }: Config): boolean {
  const folder = path.join(dataDir, 'postgres');
  return databaseUrl !== undefined || lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Returns the URL of the database that the settings name. When a service is running the embedded database, the command
 * shares it; otherwise this starts it, and it runs until `opened` is disposed. Throws a CommandFailure when there is none.
 */
export async function openOwnDatabase(
  settings: Config,
  opened: AsyncDisposableStack,
): Promise<string> {
  if (hasDatabase(settings)) return openOrCreateDatabase(settings, opened);
  throw new CommandFailure(
    `${settings.dataDir} has no database: check DATA_DIR, or set DATABASE_URL`,
    WRONG_CONFIGURATION,
  );
}

/** The same for a command that fills a database: creates the embedded one when there is none. */
export async function openOrCreateDatabase(
  { databaseUrl, dataDir, logLevel }: Config,
  opened: AsyncDisposableStack,
): Promise<string> {
  if (databaseUrl !== undefined) return databaseUrl;
  const { findRunningServer } = await import('../embedded-postgres/running-server.ts');
  const running = findRunningServer(dataDir);
  if (running !== undefined && (await answers(running))) return running;
  const { openEmbeddedPostgres } = await import('../embedded-postgres/embedded-postgres.ts');
  const log = createLog(logLevel);
  const embedded = await openEmbeddedPostgres({ dataDir, report: (line) => log.warn(line) });
  opened.defer(embedded.close);
  return embedded.url;
}

/** A lock file is no proof of a running service: one that was killed leaves its lock behind. */
function answers(url: string): Promise<boolean> {
  const { hostname, port, searchParams } = new URL(url);
  const folder = searchParams.get('host');
  const address =
    folder === null
      ? { host: hostname, port: Number(port) }
      : { path: `${folder}/.s.PGSQL.${port}` };
  return new Promise((resolve) => {
    const socket = connect(address, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
