import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { checkArrows } from './arrows/check-arrows.ts';
import { readSource } from './arrows/read-source.ts';

/** Fails when a part of the repository imports from a part that it must not depend on. The rules: arrows/rooms.ts. */

const ROOT = path.resolve(import.meta.dirname, '..');

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'],
  { cwd: ROOT, encoding: 'utf8' },
);
const sources = files
  .split('\n')
  .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && existsSync(path.join(ROOT, file)))
  .map((file) => [file, readSource(file, readFileSync(path.join(ROOT, file), 'utf8'))] as const);

const problems = checkArrows(new Map(sources));
for (const problem of problems) process.stderr.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;
