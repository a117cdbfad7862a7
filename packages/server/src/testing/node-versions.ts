import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The last of each line that the package promises to run on, besides the one that runs the tests. */
export const OLDER_NODES = ['20.20.2', '22.23.3'] as const;

const KEPT = fileURLToPath(new URL('../../../../node_modules/.cache/node/', import.meta.url));

/** The path of a Node: npm has each version as a package. Fetched once, then kept. */
export function nodeOf(version: (typeof OLDER_NODES)[number]): string {
  const folder = path.join(KEPT, version);
  const node = path.join(folder, 'node_modules/node/bin/node');
  if (existsSync(node)) return node;
  mkdirSync(folder, { recursive: true });
  // Its script fetches the binary of this machine's kind.
  const project = { private: true, dependencies: { node: version }, allowScripts: { node: true } };
  writeFileSync(path.join(folder, 'package.json'), JSON.stringify(project));
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'pipe',
  });
  return node;
}
