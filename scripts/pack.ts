/**
 * Packs the packages for clients into packages/server/dist/package, and that folder into dist/comporta-<version>.tgz. Then
 * installs it in an empty folder with and without the embedded PostgreSQL, and fails when an installation exceeds its
 * budget in MB of 2^20 bytes.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const TOP = path.resolve(import.meta.dirname, '..');
const DIST = path.join(TOP, 'dist');
const PACKAGE = path.join(TOP, 'packages/server/dist/package');
/** The packages that the service gives to the projects of customers. */
const CLIENTS = ['sdk', 'web'];
const MEGABYTE = 1024 * 1024;
const BUDGETS = [
  { what: 'with the embedded PostgreSQL', options: [], megabytes: 150 },
  { what: 'without it (--omit=optional)', options: ['--omit=optional'], megabytes: 60 },
] as const;

mkdirSync(DIST, { recursive: true });
packClients(path.join(PACKAGE, 'clients'));
const file = path.join(DIST, pack());
say(`${path.relative(TOP, file)}: ${megabytes(statSync(file).size)}`);
for (const { what, options, megabytes: budget } of BUDGETS) {
  const bytes = installedBytes(file, options);
  say(`installed ${what}: ${megabytes(bytes)} of ${budget} MB`);
  if (bytes > budget * MEGABYTE) process.exitCode = 1;
}

/** Returns the name of the file. */
function pack(): string {
  const said = npm(['pack', '--json', '--pack-destination', DIST], PACKAGE);
  const [packed]: { filename: string }[] = JSON.parse(said);
  if (packed === undefined) throw new Error('npm packed nothing');
  return packed.filename;
}

/** Writes their files, named as in npm's registry, and their manifests: see site/packages/built-packages.ts. */
function packClients(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  const manifests = CLIENTS.map((name) => {
    npm(
      ['pack', '--silent', '--workspace', `@comporta/${name}`, '--pack-destination', folder],
      TOP,
    );
    const manifest = JSON.parse(
      readFileSync(path.join(TOP, 'packages', name, 'package.json'), 'utf8'),
    );
    const file = path.join(folder, `${name}-${manifest.version}.tgz`);
    renameSync(path.join(folder, `comporta-${name}-${manifest.version}.tgz`), file);
    say(`${path.relative(TOP, file)}: ${megabytes(statSync(file).size)}`);
    return publishedManifest(manifest);
  });
  writeFileSync(path.join(folder, 'packages.json'), JSON.stringify(manifests));
}

/** What npm reads before it has the file; what only we need, to build it, is nothing to projects. */
function publishedManifest({
  devDependencies,
  scripts,
  publishConfig,
  ...manifest
}: object & {
  readonly devDependencies?: object;
  readonly scripts?: object;
  readonly publishConfig?: object;
}): object {
  return manifest;
}

function installedBytes(packed: string, options: readonly string[]): number {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-package-'));
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
  npm(['install', '--no-audit', '--no-fund', '--prefer-offline', ...options, packed], folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const bytes = files
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
  rmSync(folder, { recursive: true });
  return bytes;
}

function npm(args: readonly string[], folder: string): string {
  return execFileSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32', // npm is a script on Windows.
  });
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
