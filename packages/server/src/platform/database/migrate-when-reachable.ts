import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../base/log.ts';
import { TablesAreNewer } from './compatibility.ts';
import { isStatementPooling, rejectionOfDatabaseError } from './database-errors.ts';
import { MigrationBlocked, migrateDatabase, requireTables } from './migrations.ts';

const WAITS_MS = 60_000;
const PAUSE_MS = 2_000;

/**
 * Migrates the database. Retries for 60 s while it is unavailable, because it may be starting at the same time. Rejects
 * at once with DatabaseUnusable on any other error, and with TablesAreNewer and MigrationBlocked.
 */
export function migrateWhenReachable(url: string, log: Log): Promise<void> {
  return whenReachable(url, log, () => migrateDatabase(url, { log }));
}

/** Waits in the same way for tables that another process migrates: a node without them would answer nothing. */
export function whenTablesAreUsable(url: string, log: Log): Promise<void> {
  return whenReachable(url, log, () => requireTables(url));
}

async function whenReachable(url: string, log: Log, work: () => Promise<void>): Promise<void> {
  const since = performance.now();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (error instanceof TablesAreNewer || error instanceof MigrationBlocked) throw error;
      const mayCome =
        rejectionOfDatabaseError(error)?.code === 'SERVICE_UNAVAILABLE' &&
        !isStatementPooling(error);
      if (!mayCome || performance.now() - since > WAITS_MS) throw new DatabaseUnusable(url, error);
      log.warn({ err: error }, 'the database is unreachable; trying again in 2 seconds');
    }
    await pause(PAUSE_MS);
  }
}

/** The message has the address of the database, without the password. */
export class DatabaseUnusable extends Error {
  override readonly name = 'DatabaseUnusable';

  constructor(url: string, cause: unknown) {
    const { hostname, port, pathname } = new URL(url);
    super(`the database ${pathname.slice(1)} at ${hostname}:${port || 5432}`, { cause });
  }
}
