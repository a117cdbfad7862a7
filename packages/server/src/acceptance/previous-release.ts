import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { spawnProgram } from '../testing/spawned-service.ts';
import { processOf, type ServiceProcess } from './service-process.ts';

const VERSION = '0.2.0';
const RELEASES = new URL('releases/', import.meta.url);
/** Inside the checkout, so that the program finds the packages that are not in its bundle. */
const CACHE = new URL('../../../../node_modules/.cache/', import.meta.url);

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
  const folder = unpacked(`comporta-${VERSION}`);
  return execFileSync(process.execPath, [path.join(folder, 'comporta.js'), ...args], {
    encoding: 'utf8',
  });
}

interface PreviousClient {
  ready(): Promise<boolean>;
  value(toggle: string, context: { readonly uid: string }, fallback: string): string;
  status(): { readonly state: string; readonly connected: boolean };
  close(): Promise<void>;
}

interface PreviousSdk {
  createClient(options: {
    readonly url: string;
    readonly key: string;
    readonly logger: object;
  }): PreviousClient;
}

/** The address of the module of the previous release's SDK. */
export function previousSdk(): string {
  const folder = unpacked(`comporta-sdk-${VERSION}`);
  return pathToFileURL(path.join(folder, 'package/dist/sdk.js')).href;
}

export function importPreviousSdk(): Promise<PreviousSdk> {
  return import(previousSdk());
}

async function start(
  [program = '', ...args]: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const folder = unpacked(`comporta-${VERSION}`);
  const spawned = await spawnProgram([path.join(folder, program), ...args], settings);
  return processOf(spawned, settings.DATABASE_URL);
}

/** The folder with what is in an archive of `releases`. */
function unpacked(name: string): string {
  const folder = fileURLToPath(new URL(name, CACHE));
  if (existsSync(folder)) return folder;
  const aside = `${folder}.${process.pid}`;
  mkdirSync(aside, { recursive: true });
  const archive = fileURLToPath(new URL(`${name}.tgz`, RELEASES));
  execFileSync('tar', ['-xzf', archive, '-C', aside]);
  rmSync(folder, { recursive: true, force: true });
  renameSync(aside, folder);
  return folder;
}
