import path from 'node:path';
import { allowPassage, chooseDatabaseUser, findClosedFolder } from './database-user.ts';
import { moveToShelter } from './shelter.ts';

/**
 * Makes a restored cluster accessible to its user. The cluster stays in the data folder, or moves to the shelter, like
 * a new one, when a folder above is closed to the user. Returns its folder.
 */
export function placeRestored(dataDir: string, report: (line: string) => void): string {
  const entry = path.join(dataDir, 'postgres');
  const user = chooseDatabaseUser(entry);
  if (user === undefined) return entry;
  allowPassage(dataDir);
  const closed = findClosedFolder(entry, user);
  return closed === undefined ? entry : moveToShelter({ entry, closed, user, report });
}
