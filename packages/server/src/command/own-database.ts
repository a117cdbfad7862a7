import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { createLog } from '../platform/base/log.ts';
import type { Config } from '../platform/config/config.ts';
import { rejectionOfDatabaseError } from '../platform/database/database-errors.ts';
import type { Sql } from '../platform/database/sql.ts';
import { WRONG_CONFIGURATION } from '../process/start-failure.ts';
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

/** PostgreSQL ends a deadlock after a second, so this is long enough for any number of calls in the way. */
const TRIES = 30;

/**
 * Changes the database that the settings name, on a connection without the pool's timeouts for statements and locks. Begins again
 * when another transaction was in the way, such as that of a mail that is being sent: calls of the API are repeated by whoever made
 * them, but a person or a script that runs a command takes the failure for the answer.
 */
export async function changeOwnDatabase<Result>(
  settings: Config,
  change: (sql: Sql) => Promise<Result>,
): Promise<Result> {
  await using opened = new AsyncDisposableStack();
  const { openConnection } = await import('../platform/database/connection.ts');
  const { sql, close } = await openConnection(await openOwnDatabase(settings, opened));
  opened.defer(close);
  for (let left = TRIES; ; left -= 1) {
    try {
      return await change(sql);
    } catch (error) {
      if (left === 0 || rejectionOfDatabaseError(error)?.code !== 'SERVICE_BUSY') throw error;
    }
  }
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
