import { existsSync } from 'node:fs';
import path from 'node:path';

/** The folder of this program's package.json: `packages/server`, or the folder of the built package. */
export const PACKAGE_FOLDER = folderWithManifest(import.meta.dirname);

function folderWithManifest(folder: string): string {
  if (existsSync(path.join(folder, 'package.json'))) return folder;
  return folderWithManifest(path.dirname(folder));
}
