import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { UNFINISHED } from './create-cluster.ts';
import { type DatabaseUser, findClosedFolder } from './database-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/**
 * When root starts Comporta below a folder that other users cannot access, such as /root, its database user cannot
 * reach the data. The database and, if necessary, its programs are then kept here.
 */
const SHELTER = '/var/lib/comporta';

/** Returns programs that the user can run: the installed ones, or a copy of them. */
export function reachPrograms(programs: PostgresPrograms, user: DatabaseUser): PostgresPrograms {
  if (findClosedFolder(programs.postgres, user) === undefined) return programs;
  const source = path.resolve(programs.postgres, '../..');
  const { name, version }: { name: string; version: string } = JSON.parse(
    readFileSync(path.resolve(source, '../package.json'), 'utf8'),
  );
  const copy = path.join(openShelter(), `postgresql-${path.basename(name)}-${version}`);
  if (!existsSync(copy)) {
    // Copied to a temporary folder and renamed, so that an interrupted copy is not taken for a complete one.
    const aside = mkdtempSync(`${copy}.`);
    cpSync(source, aside, { recursive: true, verbatimSymlinks: true });
    chmodSync(aside, 0o755);
    renameSync(aside, copy);
  }
  const inCopy = (program: string) => path.join(copy, path.relative(source, program));
  return {
    initdb: inCopy(programs.initdb),
    pg_ctl: inCopy(programs.pg_ctl),
    postgres: inCopy(programs.postgres),
  };
}

/** A database whose usual path, `entry`, is below `closed`, a folder that its user cannot access. */
interface ShutOut {
  readonly entry: string;
  readonly closed: string;
  readonly user: DatabaseUser;
  readonly report: (line: string) => void;
}

/**
 * Creates a database in the shelter, with `create`, and makes `entry` a link to it. The link is created first, so that
 * the next start can find and remove the remains of an interrupted one. A failure leaves nothing behind.
 */
export function createSheltered(shutOut: ShutOut, create: (home: string) => void): void {
  const { entry } = shutOut;
  const home = newHome();
  try {
    symlinkSync(path.join(home, 'postgres'), entry);
    create(home);
  } catch (error) {
    rmSync(entry, { force: true });
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  tellWhere(shutOut, home);
}

/** Moves an existing database into the shelter. Returns its new folder. */
export function moveToShelter(shutOut: ShutOut): string {
  const { entry } = shutOut;
  const home = newHome();
  const folder = path.join(home, 'postgres');
  try {
    cpSync(entry, folder, { recursive: true });
  } catch (error) {
    rmSync(home, { recursive: true, force: true });
    throw error;
  }
  // `cpSync` creates folders that everyone can read; PostgreSQL refuses to start on such a folder.
  chmodSync(folder, 0o700);
  rmSync(entry, { recursive: true });
  symlinkSync(folder, entry);
  tellWhere(shutOut, home);
  return folder;
}

/** Removes the remains of an interrupted start: the link and the incomplete database. */
export function discardUnfinished(entry: string): void {
  const isLink = lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
  if (!isLink || existsSync(entry)) return;
  const home = path.dirname(readlinkSync(entry));
  if (path.dirname(home) !== SHELTER || !existsSync(path.join(home, UNFINISHED))) return;
  rmSync(home, { recursive: true });
  rmSync(entry);
}

function tellWhere({ entry, closed, user, report }: ShutOut, home: string): void {
  report(
    `root runs PostgreSQL as user ${user.uid}, who has no access to ${closed}: the data is stored in ${home}, and ${entry} links to it`,
  );
}

function newHome(): string {
  const folder = mkdtempSync(path.join(openShelter(), 'data-'));
  chmodSync(folder, 0o711);
  return folder;
}

function openShelter(): string {
  mkdirSync(SHELTER, { recursive: true });
  // Other users may traverse the folder but not list it, regardless of the umask.
  chmodSync(SHELTER, 0o711);
  return SHELTER;
}
