import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS, ORDER } from './layers.ts';

interface Project {
  readonly name: string;
  /** Of the repository; absent for all of it. */
  readonly root?: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, '..');
// Another project of the compiler's, so it is read when this runs.
const { default: config } = await import(new URL('../vitest.config.ts', import.meta.url).href);
const PROJECTS: readonly Project[] = config.test.projects.map(
  ({ test }: { test: Project }) => test,
);
const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file));

/** The layers that run a file, one name for each time. */
function layersOf(file: string): string[] {
  const layers = PROJECTS.filter((project) => runs(project, file)).map(({ name }) =>
    name === 'acceptance' ? name : 'fast',
  );
  return path.matchesGlob(file, 'e2e/*.spec.ts') ? [...layers, 'browser'] : layers;
}

function runs({ root = '', include, exclude = [] }: Project, file: string) {
  const inside = path.relative(root, file);
  const matches = (globs: readonly string[]) =>
    globs.some((glob) => path.matchesGlob(inside, glob));
  return !inside.startsWith('..') && matches(include) && !matches(exclude);
}

it('CODE-06: every test file belongs to exactly one layer', () => {
  expect(FILES.length).toBeGreaterThan(200);
  expect(FILES.filter((file) => layersOf(file).length !== 1)).toEqual([]);
});

it('CODE-06: each layer has its turn in npm test, and those with tests a command of their own', () => {
  expect(ORDER.flat().sort()).toEqual(Object.keys(LAYERS).sort());
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  for (const [name, { hasTests }] of Object.entries(LAYERS)) {
    if (hasTests) expect(scripts[`test:${name}`]).toBe(`node scripts/test.ts ${name}`);
  }
});
