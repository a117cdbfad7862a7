import { chmodSync, cpSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { chooseDatabaseUser, findClosedFolder } from './database-user.ts';
import { createSheltered } from './shelter.ts';

/**
 * Brings the cluster of a data folder that was copied to where the database's user may enter, as it is
 * done with a new one. Returns where it is now.
 */
export function placeRestored(dataDir: string): string {
  const entry = path.join(dataDir, 'postgres');
  const user = chooseDatabaseUser(entry);
  if (user === undefined || findClosedFolder(entry, user) === undefined) return entry;
  const home = path.join(createSheltered(), 'postgres');
  cpSync(entry, home, { recursive: true });
  // Copying makes folders that everyone may read, and PostgreSQL serves none of these.
  chmodSync(home, 0o700);
  rmSync(entry, { recursive: true });
  symlinkSync(home, entry);
  return home;
}
