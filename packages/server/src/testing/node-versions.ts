import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The last release of each older major version of Node that a package supports; another one runs the tests. */
export const OLDER_NODES = ['20.20.2', '22.23.3'] as const;

const KEPT = fileURLToPath(new URL('../../../../node_modules/.cache/', import.meta.url));

/** The path of a Node binary; npm has each version of Node as a package. */
export function nodeOf(version: (typeof OLDER_NODES)[number]): string {
  return path.join(keptPackage('node', version), 'bin/node');
}

/** The folder that caches an npm package that is a program, with everything derived from it. */
export function keptFolder(name: string, version: string): string {
  return path.join(KEPT, name, version);
}

/** The folder of such a package as npm installs it; downloaded once, then cached. */
export function keptPackage(name: string, version: string): string {
  const folder = keptFolder(name, version);
  const installed = path.join(folder, 'node_modules', name);
  if (existsSync(installed)) return installed;
  mkdirSync(folder, { recursive: true });
  // The package's install script downloads the binary for this platform.
  const project = {
    private: true,
    dependencies: { [name]: version },
    allowScripts: { [name]: true },
  };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project));
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return installed;
}
