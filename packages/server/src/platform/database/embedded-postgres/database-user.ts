import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Whom the database runs as: PostgreSQL refuses to be root. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/** "nobody" everywhere that matters. */
const NOBODY: DatabaseUser = { uid: 65_534, gid: 65_534 };

/**
 * Returns undefined unless this process is root. A folder that already belongs to an ordinary user
 * stays theirs, and a new one in a folder of theirs becomes so, so that they can start the service themselves: what
 * root restores for a service that has a user of its own is that user's.
 */
export function chooseDatabaseUser(clusterFolder: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(clusterFolder);
  if (owner !== undefined) return owner;
  const around = ownerOf(path.dirname(clusterFolder));
  return around !== undefined && hasName(around) ? around : NOBODY;
}

/** Undefined where nothing is there, or it is root's. */
function ownerOf(folder: string): DatabaseUser | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

/** PostgreSQL creates a database only as a user who has one; Node cannot look it up. */
function hasName({ uid }: DatabaseUser): boolean {
  return spawnSync('id', ['-nu', `${uid}`]).status === 0;
}

/** Lets the database's user pass, but not list, the one folder on its way that is surely ours. */
export function allowPassage(dataDir: string): void {
  chmodSync(dataDir, statSync(dataDir).mode | 0o111);
}

/** Gives a folder and all it holds to the user; a backup restored by root belongs to root. */
export function giveFolder(folder: string, { uid, gid }: DatabaseUser): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), uid, gid);
  }
  lchownSync(folder, uid, gid);
}

/** Returns the topmost folder on the way to `file` that the user may not pass, if there is one. */
export function findClosedFolder(file: string, user: DatabaseUser): string | undefined {
  const folders: string[] = [];
  for (let folder = path.dirname(file); folder !== path.dirname(folder); ) {
    folders.unshift(folder);
    folder = path.dirname(folder);
  }
  // Asking as that user, instead of reading permission bits, also gets access lists right.
  const script = 'for folder; do test -x "$folder" || { printf %s "$folder"; exit; }; done';
  const asked = spawnSync('/bin/sh', ['-c', script, 'sh', ...folders], {
    uid: user.uid,
    gid: user.gid,
    cwd: '/',
    encoding: 'utf8',
  });
  if (asked.error !== undefined) {
    throw new Error(
      `PostgreSQL refuses to run as root and this process may not become user ${user.uid} (${asked.error.message}): start Comporta as an ordinary user, or set DATABASE_URL.`,
    );
  }
  return asked.stdout === '' ? undefined : asked.stdout;
}
