import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { spawnProgram } from '../testing/spawned-service.ts';
import { processOf, type ServiceProcess } from './service-process.ts';

const VERSION = '0.2.0';
const ARCHIVE = fileURLToPath(new URL(`releases/comporta-${VERSION}.tgz`, import.meta.url));
/** Inside the checkout, so that the program finds the packages that are not in its bundle. */
const FOLDER = fileURLToPath(
  new URL(`../../../../node_modules/.cache/comporta-${VERSION}`, import.meta.url),
);

/** Starts the service of the previous release as a process; see releases/README.md. */
export function startPreviousRelease(
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  return start(['main.js'], settings);
}

/** Starts an edge node of the previous release. */
export function startPreviousEdge(
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  return start(['comporta.js', 'edge'], settings);
}

/** What a command of the previous release prints. */
export function runPreviousCommand(...args: readonly string[]): string {
  if (!existsSync(FOLDER)) unpack();
  return execFileSync(process.execPath, [path.join(FOLDER, 'comporta.js'), ...args], {
    encoding: 'utf8',
  });
}

async function start(
  [program = '', ...args]: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  if (!existsSync(FOLDER)) unpack();
  return processOf(await spawnProgram([path.join(FOLDER, program), ...args], settings));
}

function unpack(): void {
  const aside = `${FOLDER}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', aside]);
  rmSync(FOLDER, { recursive: true, force: true });
  renameSync(aside, FOLDER);
}
