import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { DatabaseUser } from './database-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/** The superuser of the cluster and owner of its tables. The service itself uses another role, see service-role.ts. */
export const SUPERUSER = 'comporta';

/** The folder name of a cluster while it is being created. */
export const UNFINISHED = 'postgres.new';

interface NewCluster {
  readonly programs: PostgresPrograms;
  readonly user: DatabaseUser | undefined;
  readonly fsync: boolean;
}

/** Creates `<home>/postgres` atomically: after an interruption it is complete or absent. */
export function createCluster(home: string, { programs, user, fsync }: NewCluster): void {
  const unfinished = path.join(home, UNFINISHED);
  const password = path.join(home, 'postgres.password');
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(password, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  writeFileSync(password, randomBytes(24).toString('hex'), { mode: 0o600 });
  if (user !== undefined) {
    for (const created of [unfinished, password]) chownSync(created, user.uid, user.gid);
  }

  const initdb = spawnSync(
    programs.initdb,
    [
      ...['-D', unfinished, '-U', SUPERUSER, `--pwfile=${password}`],
      // The socket needs the password, too: other processes of the same user can access its folder.
      ...['--auth-local=scram-sha-256', '--auth-host=scram-sha-256'],
      // The built-in locale sorts the same on every machine, and no system update changes its order and breaks an index.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'],
      ...(fsync ? [] : ['--no-sync']),
    ],
    { ...user, cwd: home, encoding: 'utf8', env: databaseEnvironment() },
  );
  if (initdb.status !== 0) {
    // A container may run with any user id. Only initdb needs a user name for it.
    if (initdb.stderr?.includes('could not look up effective user ID')) {
      throw new Error(
        `PostgreSQL creates a database only as a user with a name, and user ${user?.uid ?? process.getuid?.()} has none: add that user to /etc/passwd, start Comporta as a user who is in it, or set DATABASE_URL`,
      );
    }
    throw new Error(
      `PostgreSQL could not create a database in ${home}: ${initdb.error?.message ?? lastComplaint(initdb.stderr)}`,
    );
  }
  renameSync(password, passwordFile(unfinished));
  renameSync(unfinished, path.join(home, 'postgres'));
  if (fsync && process.platform !== 'win32') syncFolder(home);
}

export function readPassword(clusterFolder: string): string {
  return readFileSync(passwordFile(clusterFolder), 'utf8');
}

/** An environment without variables such as PGPORT, which are meant for another PostgreSQL. Windows needs the full environment. */
export function databaseEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { LC_ALL: 'C' };
}

function passwordFile(clusterFolder: string): string {
  return path.join(clusterFolder, 'comporta.password');
}

/** Without this, a power failure could undo the rename, and lose everything written since. */
function syncFolder(folder: string): void {
  const descriptor = openSync(folder, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

function lastComplaint(log: string): string {
  const lines = log.split('\n').filter((line) => line.trim() !== '');
  return (
    lines.findLast((line) => /error|FATAL|could not/.test(line)) ??
    lines.at(-1) ??
    'no reason given'
  );
}
