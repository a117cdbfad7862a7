import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { LAYERS, ORDER } from './layers.ts';

interface Project {
  readonly name: string;
  /** A folder of the repository; absent for the whole repository. */
  readonly root?: string;
  readonly include: readonly string[];
  readonly exclude?: readonly string[];
}

const ROOT = path.resolve(import.meta.dirname, '..');
// The file belongs to another project of the compiler, so it is imported at run time.
const { default: config } = await import(new URL('../vitest.config.ts', import.meta.url).href);
const PROJECTS: readonly Project[] = config.test.projects.map(
  ({ test }: { test: Project }) => test,
);
const FILES = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /\.(test|spec)\.tsx?$/.test(file));

/** Projects that are no part of the fast layer. That with ClickHouse's engine, of 548 MB, is run by `npm run test:clickhouse`. */
const APART = ['acceptance', 'clickhouse'];

/** The layers that run a file; a layer that runs it twice is listed twice. */
function layersOf(file: string): string[] {
  const layers = PROJECTS.filter((project) => runs(project, file)).map(({ name }) =>
    APART.includes(name) ? name : 'fast',
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

it('CODE-06: npm test runs each layer, and each layer with tests has a command of its own', () => {
  expect(ORDER.flat().sort()).toEqual(Object.keys(LAYERS).sort());
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  for (const [name, { hasTests }] of Object.entries(LAYERS)) {
    if (hasTests) expect(scripts[`test:${name}`]).toBe(`node scripts/test.ts ${name}`);
  }
});
