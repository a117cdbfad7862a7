/**
 * Packs packages/server/dist/package into dist/comporta-<version>.tgz, installs it in an empty folder with and without the
 * embedded PostgreSQL, and fails when an installation exceeds its budget in MB of 2^20 bytes.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const TOP = path.resolve(import.meta.dirname, '..');
const DIST = path.join(TOP, 'dist');
const MEGABYTE = 1024 * 1024;
const BUDGETS = [
  { what: 'with the embedded PostgreSQL', options: [], megabytes: 150 },
  { what: 'without it (--omit=optional)', options: ['--omit=optional'], megabytes: 60 },
] as const;

mkdirSync(DIST, { recursive: true });
const file = path.join(DIST, pack());
say(`${path.relative(TOP, file)}: ${megabytes(statSync(file).size)}`);
for (const { what, options, megabytes: budget } of BUDGETS) {
  const bytes = installedBytes(file, options);
  say(`installed ${what}: ${megabytes(bytes)} of ${budget} MB`);
  if (bytes > budget * MEGABYTE) process.exitCode = 1;
}

/** Returns the name of the file. */
function pack(): string {
  const folder = path.join(TOP, 'packages/server/dist/package');
  const said = npm(['pack', '--json', '--pack-destination', DIST], folder);
  const [packed]: { filename: string }[] = JSON.parse(said);
  if (packed === undefined) throw new Error('npm packed nothing');
  return packed.filename;
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
