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

/** The only role, owner of everything. */
export const SUPERUSER = 'comporta';

/** The name of a cluster that is being created. */
export const UNFINISHED = 'postgres.new';

interface NewCluster {
  readonly programs: PostgresPrograms;
  readonly user: DatabaseUser | undefined;
  readonly fsync: boolean;
}

/** Creates `<home>/postgres`: whole or not at all, whatever interrupts it. */
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
      // On the socket, too: other processes of the database's user could open its folder.
      ...['--auth-local=scram-sha-256', '--auth-host=scram-sha-256'],
      // The built-in locale sorts the same on every machine and never changes under an index.
      ...['--encoding=UTF8', '--locale-provider=builtin', '--locale=C.UTF-8', '--lc-messages=C'],
      ...(fsync ? [] : ['--no-sync']),
    ],
    { ...user, cwd: home, encoding: 'utf8', env: databaseEnvironment() },
  );
  if (initdb.status !== 0) {
    // A container may give any number; only this first step asks for the name that belongs to it.
    if (initdb.stderr?.includes('could not look up effective user ID')) {
      throw new Error(
        `PostgreSQL creates a database only as a user with a name, and user ${user?.uid ?? process.getuid?.()} has none: give that user a line in /etc/passwd, start Comporta as one who has it, or set DATABASE_URL`,
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

/** PGPORT and its like, meant for another PostgreSQL, must not reach ours; Windows cannot start a program without its own. */
export function databaseEnvironment(): NodeJS.ProcessEnv | undefined {
  return process.platform === 'win32' ? undefined : { LC_ALL: 'C' };
}

function passwordFile(clusterFolder: string): string {
  return path.join(clusterFolder, 'comporta.password');
}

/** Without this a power failure could undo the rename and, with it, everything written since. */
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
