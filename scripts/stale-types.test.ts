import { spawnSync } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const PACKAGES = ['engine', 'contract', 'messages'];
const TEXTS = 'packages/messages/src/audit.ts';
/** A package that reads texts as the server does but compiles much faster. */
const READER = 'packages/reader/src/reader.ts';

let copy: string;

beforeAll(async () => {
  copy = await mkdtemp(path.join(tmpdir(), 'comporta-copy-'));
  await cp(path.join(ROOT, 'tsconfig.base.json'), path.join(copy, 'tsconfig.base.json'));
  for (const name of PACKAGES) await copyPackage(`packages/${name}`);
  await writeReader();
  await linkDependencies();
  expect(compile()).toBe('');
});

afterAll(() => rm(copy, { recursive: true, force: true }));

/** Copies a package with the compiler's output, if there is any, as in the working copy of a developer. */
async function copyPackage(folder: string): Promise<void> {
  await cp(path.join(ROOT, folder), path.join(copy, folder), {
    recursive: true,
    preserveTimestamps: true,
    filter: (source) => !/^(dist|data|node_modules)$/.test(path.basename(source)),
  });
}

async function writeReader(): Promise<void> {
  await mkdir(path.dirname(path.join(copy, READER)), { recursive: true });
  await read('audit.quote');
  const server = JSON.parse(
    await readFile(path.join(ROOT, 'packages/server/tsconfig.json'), 'utf8'),
  );
  const references = PACKAGES.map((name) => ({ path: `../${name}` }));
  const config = JSON.stringify({ ...server, include: ['src'], references });
  await writeFile(path.join(copy, 'packages/reader/tsconfig.json'), config);
  const manifest = JSON.stringify({ name: 'reader', type: 'module' });
  await writeFile(path.join(copy, 'packages/reader/package.json'), manifest);
}

async function read(...keys: readonly string[]): Promise<void> {
  const reads = keys.map((key) => `speak('en')('${key}');\n`);
  const source = `import { speak } from '@comporta/messages/speak';\n\n${reads.join('')}`;
  await writeFile(path.join(copy, READER), source);
}

/** Links our own packages to the copy, and all others to those of the repository. */
async function linkDependencies(): Promise<void> {
  const [from, to] = [path.join(ROOT, 'node_modules'), path.join(copy, 'node_modules')];
  await mkdir(path.join(to, '@comporta'), { recursive: true });
  for (const name of await readdir(from)) {
    if (name !== '@comporta') await symlink(path.join(from, name), path.join(to, name));
  }
  for (const name of PACKAGES) {
    await symlink(path.join(copy, 'packages', name), path.join(to, '@comporta', name));
  }
}

/** The type errors as `npm run check` prints them; empty when there are none. */
function compile(): string {
  // One thread, because several threads repeat much of the work, and other tests need the processor.
  const { status, stdout } = spawnSync('tsc', ['-b', '--singleThreaded', 'packages/reader'], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${path.join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` },
  });
  expect(status === 0).toBe(stdout === '');
  return stdout;
}

async function edit(file: string, change: (text: string) => string): Promise<void> {
  const text = await readFile(path.join(copy, file), 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(path.join(copy, file), change(text));
}

test('CODE-02: a deleted text that is still read fails to compile, also in a working copy', async () => {
  await edit(TEXTS, (text) => text.replace(/^ {2}quote: .*\n/m, ''));
  expect(compile()).toContain('audit.quote');
});

test('CODE-02: a new or restored text compiles', async () => {
  await cp(path.join(ROOT, TEXTS), path.join(copy, TEXTS));
  await edit(TEXTS, (text) => text.replace(/^ {2}quote: /m, "  fresh: { en: 'a', pt: 'a' },\n$&"));
  await read('audit.quote', 'audit.fresh');
  expect(compile()).toBe('');
});

test('CODE-05: a text without one of the languages does not compile', async () => {
  await edit(TEXTS, (text) => text.replace(/^( {2}quote: \{ en: .*), pt: .* \},$/m, '$1 },'));
  expect(compile()).toContain('audit.ts');
});
