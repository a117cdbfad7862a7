import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
} from 'node:fs';
import path from 'node:path';
import { type DatabaseUser, findClosedFolder } from './database-user.ts';
import type { PostgresPrograms } from './postgres-programs.ts';

/**
 * When root starts Comporta below a closed folder (/root is one), its database user cannot get
 * there. What that user needs is then kept here.
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
    // Copied aside and renamed: an interrupted copy must not be taken for a whole one.
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

/** Returns a new folder for a database whose own place is closed to its user. */
export function createSheltered(): string {
  const folder = mkdtempSync(path.join(openShelter(), 'data-'));
  chmodSync(folder, 0o711);
  return folder;
}

function openShelter(): string {
  mkdirSync(SHELTER, { recursive: true });
  // Passage, not reading: whatever the umask of the process is.
  chmodSync(SHELTER, 0o711);
  return SHELTER;
}
