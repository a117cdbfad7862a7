import path from 'node:path';
import { readPassword, SUPERUSER } from './create-cluster.ts';
import { readServerLock } from './server-lock.ts';

/** The URL of the embedded database of a service that is running on a data folder; undefined when there is no lock file. */
export function findRunningServer(dataDir: string): string | undefined {
  const folder = path.join(dataDir, 'postgres');
  const lock = readServerLock(folder);
  if (lock === undefined || Number.isNaN(lock.port)) return undefined;
  const name = `/postgres?host=${encodeURIComponent(lock.socketFolder)}`;
  return lock.socketFolder === ''
    ? `postgres://${SUPERUSER}:${readPassword(folder)}@127.0.0.1:${lock.port}/postgres`
    : `postgres://${SUPERUSER}:${readPassword(folder)}@localhost:${lock.port}${name}`;
}
