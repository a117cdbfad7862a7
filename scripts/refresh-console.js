import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Builds the console when it is not built, or older than what it is made of. Run before each start. */

const ROOT = path.resolve(import.meta.dirname, '..');
const SOURCES = [
  'packages/console',
  'packages/contract/src',
  'packages/engine/src',
  'packages/messages/src',
];
const PAGE = path.join(ROOT, 'packages/console/dist/index.html');
const IS_MADE = /^(dist|node_modules|\.tsbuild)$|\.test\.tsx?$/;

if (newestOf(SOURCES.map((source) => path.join(ROOT, source))) > changedAt(PAGE)) {
  process.stdout.write('Building the console …\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build:console'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32', // npm is a script there.
  });
  if (status !== 0) process.exit(status ?? 1);
}

function newestOf(entries: readonly string[]): number {
  return Math.max(
    0,
    ...entries.map((entry) =>
      statSync(entry).isDirectory()
        ? newestOf(partsOf(entry).map((name) => path.join(entry, name)))
        : changedAt(entry),
    ),
  );
}

function partsOf(folder: string): string[] {
  return readdirSync(folder).filter((name) => !IS_MADE.test(name));
}

function changedAt(file: string): number {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
