import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

// JavaScript that any Node reads, so that an old one gets a sentence in place of a syntax error.

const PACKAGES = path.join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..');
const BUNDLE = path.join(PACKAGES, 'server/dist/package/lib');
const SOURCES = [
  ...['client-core', 'contract', 'engine', 'messages', 'stats', 'server'].map(
    (name) => `${name}/src`,
  ),
  'server/migrations',
  'server/package.json',
];
const SOURCES_NEED = 24;
const BUNDLE_NEEDS = 22;

/**
 * Runs a program of the server: as `npm run package` bundled it, when that is newer than what it was made of; else
 * from its sources.
 * @param {'main' | 'comporta'} name
 * @param {string} source
 */
export async function runProgram(name, source) {
  const bundled = findBundled(name);
  requireNode(bundled ? BUNDLE_NEEDS : SOURCES_NEED);
  if (bundled) {
    await import(pathToFileURL(bundled).href);
  } else {
    await import('./runtime.js');
    await import(source);
  }
}

/**
 * The file of a program's bundle, when it is newer than what it was made of.
 * @param {'main' | 'comporta'} name
 * @returns {string | undefined}
 */
export function findBundled(name) {
  const bundled = path.join(BUNDLE, `${name}.js`);
  return isNewest(bundled) ? bundled : undefined;
}

/** @param {number} major */
function requireNode(major) {
  if (Number(process.versions.node.split('.')[0]) >= major) return;
  process.stderr.write(
    `Comporta needs Node ${major} or newer here, and this is ${process.versions.node}: start it with npm after npm ci, which brings its own, or install the package (npm run package), which runs on ${BUNDLE_NEEDS}.\n`,
  );
  process.exit(1);
}

/** @param {string} bundled */
function isNewest(bundled) {
  if (!existsSync(bundled)) return false;
  const builtAt = statSync(bundled).mtimeMs;
  return SOURCES.every((source) => isOlder(path.join(PACKAGES, source), builtAt));
}

/**
 * @param {string} entry
 * @param {number} time
 * @returns {boolean}
 */
function isOlder(entry, time) {
  const found = statSync(entry);
  if (!found.isDirectory()) return found.mtimeMs <= time || entry.endsWith('.test.ts');
  return readdirSync(entry).every((name) => isOlder(path.join(entry, name), time));
}
