import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { PACKAGE_FOLDER } from './package-folder.ts';

const manifest: unknown = JSON.parse(
  readFileSync(path.join(PACKAGE_FOLDER, 'package.json'), 'utf8'),
);

/** The version of this service. */
export const VERSION = z.object({ version: z.string() }).parse(manifest).version;

/** Whether a version such as `0.2.0` precedes another one. Anything after the three numbers is ignored. */
export function isOlderVersion(version: string, other: string): boolean {
  const [mine, others] = [numbersOf(version), numbersOf(other)];
  const place = mine.findIndex((number, index) => number !== others[index]);
  return place >= 0 && (mine[place] ?? 0) < (others[place] ?? 0);
}

function numbersOf(version: string): number[] {
  return (/^(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}
