import path from 'node:path';
import { allowPassage, chooseDatabaseUser, findClosedFolder } from './database-user.ts';
import { moveToShelter } from './shelter.ts';

/**
 * Leaves the cluster of a data folder that was copied where it is, unless its user may not enter there
 * even when the data folder is open: then it goes where a new one would be. Returns where it is now.
 */
export function placeRestored(dataDir: string, report: (line: string) => void): string {
  const entry = path.join(dataDir, 'postgres');
  const user = chooseDatabaseUser(entry);
  if (user === undefined) return entry;
  allowPassage(dataDir);
  const closed = findClosedFolder(entry, user);
  return closed === undefined ? entry : moveToShelter({ entry, closed, user, report });
}
