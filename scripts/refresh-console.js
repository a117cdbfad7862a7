import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

// Builds the console when it is not built or older than its sources. It runs before each start. It is JavaScript,
// because npm ci --omit=dev installs no Node that can run TypeScript.

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [
  'packages/console',
  'packages/contract/src',
  'packages/engine/src',
  'packages/messages/src',
];
const PAGE = path.join(ROOT, 'packages/console/dist/index.html');
const IS_MADE = /^(dist|node_modules|\.tsbuild)$|\.test\.tsx?$/;

const canBuild = existsSync(path.join(ROOT, 'node_modules/vite'));
const isOld = newestOf(SOURCES.map((source) => path.join(ROOT, source))) > changedAt(PAGE);
if (isOld && canBuild) {
  process.stdout.write('Building the console …\n');
  const { status } = spawnSync('npm', ['run', '--silent', 'build:console'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32', // npm is a script on Windows.
  });
  if (status !== 0) process.exit(status ?? 1);
} else if (!existsSync(PAGE)) {
  process.stderr.write(
    'The console is not built, and what builds it is not installed: run npm ci && npm run build once, or install the package that npm run package makes.\n',
  );
  process.exit(1);
}

/**
 * @param {readonly string[]} entries
 * @returns {number}
 */
function newestOf(entries) {
  return Math.max(
    0,
    ...entries.map((entry) =>
      statSync(entry).isDirectory()
        ? newestOf(partsOf(entry).map((name) => path.join(entry, name)))
        : changedAt(entry),
    ),
  );
}

/** @param {string} folder */
function partsOf(folder) {
  return readdirSync(folder).filter((name) => !IS_MADE.test(name));
}

/** @param {string} file */
function changedAt(file) {
  return existsSync(file) ? statSync(file).mtimeMs : 0;
}
