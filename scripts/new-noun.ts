import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { noun } from './new-noun/noun-files.ts';

/** `npm run new-noun -- notes note`: writes a plain noun with a name and a description, which can then be changed. */

const ROOT = path.resolve(import.meta.dirname, '..');
const KEBAB = /^[a-z]+(-[a-z]+)*$/;

const [plural = '', singular = ''] = process.argv.slice(2);
if (!KEBAB.test(plural) || !KEBAB.test(singular) || plural === singular) {
  throw new Error(
    'usage: npm run new-noun -- PLURAL SINGULAR, in lower case: change-requests change-request',
  );
}

const { files, lines } = noun(plural, singular);
const taken = Object.keys(files).find((file) => existsSync(path.join(ROOT, file)));
if (taken !== undefined) throw new Error(`${taken} exists`);

for (const [file, text] of Object.entries(files)) {
  mkdirSync(path.dirname(path.join(ROOT, file)), { recursive: true });
  writeFileSync(path.join(ROOT, file), text);
}
for (const { file, before, line } of lines) {
  const text = readFileSync(path.join(ROOT, file), 'utf8');
  const at = text.indexOf(before);
  if (at === -1) throw new Error(`${file} has no line ${before}`);
  writeFileSync(path.join(ROOT, file), `${text.slice(0, at)}${line}${text.slice(at)}`);
}
const changed = [...new Set([...Object.keys(files), ...lines.map(({ file }) => file)])];
const run = (...command: readonly string[]) =>
  execFileSync('npx', command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
run('biome', 'check', '--write', ...changed);
execFileSync('npm', ['run', 'migration', '--', '--name', plural], { cwd: ROOT, stdio: 'ignore' });
process.stdout.write(`${changed.join('\n')}\npackages/server/migrations: the newest
Next: its fields, its Portuguese in packages/messages/src/audit.ts, then npm run check.\n`);
