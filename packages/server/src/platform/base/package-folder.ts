import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where this program lies: the folder of its package.json, `packages/server` or that of the built package. */
export const PACKAGE_FOLDER = folderWithManifest(import.meta.dirname);

function folderWithManifest(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return folderWithManifest(path.dirname(folder));
}
