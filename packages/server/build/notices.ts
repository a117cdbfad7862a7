import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** The licences of the packages whose files are in a bundle, for NOTICE. Fails when a package has none. */
export function noticesOf(top: string, files: readonly string[]): string {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== undefined));
  const notices = [...folders].sort().map((folder) => noticeOf(path.join(top, folder)));
  return [readFileSync(path.join(top, 'NOTICE'), 'utf8').trim(), ...new Set(notices), ''].join(
    `\n\n${'-'.repeat(80)}\n\n`,
  );
}

/** The innermost package of a file: `node_modules/a/node_modules/@b/c` of `node_modules/a/node_modules/@b/c/d.js`. */
function packageFolder(file: string): string | undefined {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0];
}

function noticeOf(folder: string): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(folder, 'package.json'), 'utf8'),
  );
  const texts = readdirSync(folder).filter((file) => /^(licen[cs]e|notice)/i.test(file));
  if (texts.length === 0 && !existsSync(path.join(folder, 'package.json'))) {
    throw new Error(`${folder} has no licence`);
  }
  if (license === undefined && texts.length === 0) throw new Error(`${name} has no licence`);
  return [
    `${name} ${version} (${license ?? 'see below'})`,
    ...texts.map((file) => readFileSync(path.join(folder, file), 'utf8').trim()),
  ].join('\n\n');
}
