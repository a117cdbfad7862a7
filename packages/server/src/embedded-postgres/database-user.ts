import { spawnSync } from 'node:child_process';
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The user that runs the database: PostgreSQL refuses to run as root. */
export interface DatabaseUser {
  readonly uid: number;
  readonly gid: number;
}

/** The user "nobody" on common systems. */
const NOBODY: DatabaseUser = { uid: 65_534, gid: 65_534 };

/**
 * The user to run the database; undefined unless this process is root. It is the owner of an existing cluster folder.
 * For a new one it is the owner of the parent folder, so that a database that root restores for a service with its
 * own user belongs to that user. When root owns both, it is "nobody".
 */
export function chooseDatabaseUser(clusterFolder: string): DatabaseUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = ownerOf(clusterFolder);
  if (owner !== undefined) return owner;
  const around = ownerOf(path.dirname(clusterFolder));
  return around !== undefined && hasName(around) ? around : NOBODY;
}

/** The owner of a folder; undefined when it does not exist or belongs to root. */
function ownerOf(folder: string): DatabaseUser | undefined {
  const owner = statSync(folder, { throwIfNoEntry: false });
  return owner === undefined || owner.uid === 0 ? undefined : { uid: owner.uid, gid: owner.gid };
}

/** Whether the user id has a name, which initdb needs. Node has no API for this. */
function hasName({ uid }: DatabaseUser): boolean {
  return spawnSync('id', ['-nu', `${uid}`]).status === 0;
}

/** Lets other users traverse the data folder, but not list it. Folders above it may not be ours to change. */
export function allowPassage(dataDir: string): void {
  chmodSync(dataDir, statSync(dataDir).mode | 0o111);
}

/** Changes the owner of a folder and its contents. A backup that root restored belongs to root at first. */
export function giveFolder(folder: string, { uid, gid }: DatabaseUser): void {
  for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    lchownSync(path.join(folder, entry), uid, gid);
  }
  lchownSync(folder, uid, gid);
}

/** Returns the topmost folder above `file` that the user cannot traverse; undefined when there is none. */
export function findClosedFolder(file: string, user: DatabaseUser): string | undefined {
  const folders: string[] = [];
  for (let folder = path.dirname(file); folder !== path.dirname(folder); ) {
    folders.unshift(folder);
    folder = path.dirname(folder);
  }
  // A test as that user, unlike a look at the permission bits, also respects access control lists.
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
