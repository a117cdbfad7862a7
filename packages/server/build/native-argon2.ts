import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Where the package runs: what the embedded PostgreSQL has programs for, and Alpine. */
const PLATFORMS = [
  'linux-x64-gnu',
  'linux-x64-musl',
  'linux-arm64-gnu',
  'linux-arm64-musl',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64-msvc',
];

/**
 * Puts argon2 with its programs for every platform into a folder. npm has them as optional dependencies, and would
 * leave them out together with the PostgreSQL that people with DATABASE_URL do not want.
 */
export function placeArgon2(top: string, version: string, to: string): void {
  cpSync(path.join(top, 'node_modules/@node-rs/argon2'), to, { recursive: true });
  // Its own files are of the older kind, and the package's are not.
  writeFileSync(path.join(to, 'package.json'), '{ "type": "commonjs", "main": "index.js" }\n');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-argon2-'));
  const packages = PLATFORMS.map((platform) => `@node-rs/argon2-${platform}@${version}`);
  execFileSync('npm', ['pack', '--silent', '--prefer-offline', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32', // npm is a script there.
  });
  mkdirSync(path.join(folder, 'unpacked'));
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
    execFileSync('tar', ['-xzf', path.join(folder, file), '-C', path.join(folder, 'unpacked')]);
  }
  const unpacked = path.join(folder, 'unpacked/package');
  for (const file of readdirSync(unpacked).filter((name) => name.endsWith('.node'))) {
    cpSync(path.join(unpacked, file), path.join(to, file));
  }
  rmSync(folder, { recursive: true });
}
