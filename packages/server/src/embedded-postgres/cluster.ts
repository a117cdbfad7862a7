import { existsSync, lstatSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { createCluster, readPassword } from './create-cluster.ts';
import {
  allowPassage,
  chooseDatabaseUser,
  type DatabaseUser,
  findClosedFolder,
  giveFolder,
} from './database-user.ts';
import { findPostgresPrograms, type PostgresPrograms } from './postgres-programs.ts';
import { requirePasswords } from './require-passwords.ts';
import { createSheltered, discardUnfinished, reachPrograms } from './shelter.ts';

/** A database folder that a server can be started on. */
export interface Cluster {
  readonly dataDir: string;
  /** PostgreSQL's own folder, without symbolic links. */
  readonly folder: string;
  readonly programs: PostgresPrograms;
  /** The user that runs the server; undefined for the user of this process. */
  readonly user: DatabaseUser | undefined;
  readonly password: string;
}

interface ClusterPlace {
  readonly dataDir: string;
  readonly fsync: boolean;
  readonly report: (line: string) => void;
}

/** Finds the cluster at `<dataDir>/postgres`, or creates it. Throws with one line for the operator. */
export async function prepareCluster({ dataDir, fsync, report }: ClusterPlace): Promise<Cluster> {
  const entry = path.join(dataDir, 'postgres');
  const installed = await findPostgresPrograms();
  const user = chooseDatabaseUser(entry);
  const programs = user === undefined ? installed : reachPrograms(installed, user);

  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (user !== undefined) allowPassage(dataDir);

  discardUnfinished(entry);
  if (lstatSync(entry, { throwIfNoEntry: false }) === undefined) {
    const closed = user && findClosedFolder(entry, user);
    const create = (home: string) => createCluster(home, { programs, user, fsync });
    if (user === undefined || closed === undefined) create(dataDir);
    else createSheltered({ entry, closed, user, report }, create);
  }
  if (!existsSync(entry)) {
    throw new Error(
      `${entry} links to a folder that does not exist: restore the folder or remove the link`,
    );
  }

  const folder = realpathSync(entry);
  if (user === undefined) assertOwned(folder);
  else assertReachable(folder, user);
  requirePasswords(folder);
  return { dataDir, folder, programs, user, password: readPassword(folder) };
}

/** PostgreSQL only starts as the owner of its folder. */
function assertOwned(folder: string): void {
  const owner = statSync(folder).uid;
  if (process.getuid === undefined || owner === process.getuid()) return;
  throw new Error(
    `${folder} belongs to user ${owner}: start Comporta as that user or as root, or chown -R ${process.getuid()} ${folder}`,
  );
}

function assertReachable(folder: string, user: DatabaseUser): void {
  if (statSync(folder).uid === 0) giveFolder(folder, user);
  const closed = findClosedFolder(path.join(folder, 'PG_VERSION'), user);
  if (closed === undefined) return;
  throw new Error(
    `root runs PostgreSQL as user ${user.uid}, who has no access to ${closed}: chmod o+x ${closed}, move ${folder} elsewhere, or start Comporta as an ordinary user`,
  );
}
