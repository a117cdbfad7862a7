import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../../../..');
const RECORDS = 'packages/contract/src/nouns/records.ts';
const AUDIT = 'packages/messages/src/audit.ts';
const NOUNS = 'packages/server/src/nouns.ts';
const APP = 'packages/server/src/app.ts';
const SECTIONS = 'packages/console/src/base/sections.ts';

let copy: string;
let made: Ended;

beforeAll(async () => {
  copy = mkdtempSync(path.join(os.tmpdir(), 'comporta-new-noun-'));
  for (const file of tracked(ROOT)) cpSync(path.join(ROOT, file), path.join(copy, file));
  // What the compiler knows already, where it ran.
  for (const built of globSync('packages/*/.tsbuild', { cwd: ROOT })) {
    cpSync(path.join(ROOT, built), path.join(copy, built), { recursive: true });
  }
  const modules = path.join(ROOT, 'node_modules');
  mkdirSync(path.join(copy, 'node_modules'));
  for (const name of readdirSync(modules).filter((one) => one !== '@comporta')) {
    symlinkSync(path.join(modules, name), path.join(copy, 'node_modules', name));
  }
  // Our own packages are links into the tree that they stand in.
  cpSync(path.join(modules, '@comporta'), path.join(copy, 'node_modules/@comporta'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  made = await run('node', 'scripts/new-noun.ts', 'notes', 'note');
});
afterAll(() => rmSync(copy, { recursive: true }));

function tracked(folder: string): string[] {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard'];
  const files = execFileSync('git', listed, { cwd: folder, encoding: 'utf8' }).split('\0');
  return files.filter((file) => file !== '' && existsSync(path.join(folder, file)));
}

interface Ended {
  readonly failed: boolean;
  readonly output: string;
}

/** Runs a program of the copy's packages. Its environment is not that of this test, but it has the same PostgreSQL. */
function run(program: string, ...args: readonly string[]) {
  const { PATH, HOME, TMPDIR } = process.env;
  const bin = path.join(copy, 'node_modules/.bin');
  const env = {
    PATH: `${bin}:${path.dirname(process.execPath)}:${PATH}`,
    HOME,
    TMPDIR,
    TEST_DATABASE_URL: inject('testCluster').url,
    GOGC: '400', // The compiler collects its garbage less often, which saves a fifth of its time.
  };
  return new Promise<Ended>((resolve) => {
    execFile(program, args, { cwd: copy, env, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, output: `${stdout}${stderr}` }),
    );
  });
}

/** In one thread: several repeat much of the work, and other tests need the processor. */
const compile = (...projects: readonly string[]) =>
  run('tsc', '-b', '--singleThreaded', ...projects);
/** A project of some files of a package, and of what they import; the packages that it needs are those of the whole. */
const partOf = (folder: string, ...files: readonly string[]) =>
  projectOf(folder, { include: [], files });
/** The tests, half of the server's code, do not name the nouns: those that read them all run here. */
const withoutTests = (folder: string) =>
  projectOf(folder, { exclude: ['src/**/*.test.ts', 'src/**/*.test.tsx'] });

/** Its types are checked, and nothing is written: no other package needs it. */
function projectOf(folder: string, files: object): string {
  const { references } = JSON.parse(readFileSync(path.join(copy, folder, 'tsconfig.json'), 'utf8'));
  const alone = {
    composite: false,
    emitDeclarationOnly: false,
    noEmit: true,
    tsBuildInfoFile: null,
  };
  const config = {
    extends: './tsconfig.json',
    ...files,
    references,
    compilerOptions: alone,
  };
  const file = path.join(folder, 'tsconfig.part.json');
  writeFileSync(path.join(copy, file), JSON.stringify(config));
  return file;
}
/** In one worker: each loads all modules of the service, which takes longer than these tests. */
const test = (names: string, ...files: readonly string[]) => {
  const options = ['--project', 'server', '--maxWorkers', '1', '--reporter', 'verbose'];
  return run('vitest', 'run', ...options, ...files, '-t', names);
};

/** Does the work while files are as they were without the noun. */
async function without<Result>(files: readonly string[], work: () => Promise<Result>) {
  const places = files.map((file) => path.join(copy, file));
  const texts = places.map((place) => readFileSync(place));
  for (const file of files) cpSync(path.join(ROOT, file), path.join(copy, file));
  const result = await work();
  for (const [index, place] of places.entries()) writeFileSync(place, texts[index] ?? '');
  return result;
}

describe('npm run new-noun -- notes note', () => {
  it('writes a noun that is typed, saved, refused, recorded and deleted, by lines of five files', async () => {
    expect(made.failed, made.output).toBe(false);
    const changed = tracked(ROOT).filter(
      (file) => !readFileSync(path.join(ROOT, file)).equals(readFileSync(path.join(copy, file))),
    );
    const journal = 'packages/server/migrations/meta/_journal.json';
    const expected = [RECORDS, AUDIT, NOUNS, APP, SECTIONS, journal];
    expect(changed.sort()).toEqual(expected.sort());

    const compiled = await compile(
      withoutTests('packages/server'),
      withoutTests('packages/console'),
    );
    expect(compiled.failed, compiled.output).toBe(false);
    const files = ['every-save', 'every-refusal', 'every-endpoint.test', 'newest-migration'];
    const tested = await test('Note|notes|declared tables', ...files);
    expect(tested.failed, tested.output).toBe(false);
    expect(tested.output).toContain('updateNote');
  });

  it('a line that is missing is named by the compiler or by a test', async () => {
    // The compiler says it of these files alone as of all, in a third of the time.
    const noun = partOf('packages/server', 'src/notes/note-noun.ts');
    const unrecorded = await without([RECORDS], () => compile(noun));
    expect(unrecorded.failed).toBe(true);
    expect(unrecorded.output).toMatch(/note-noun\.ts.*'"note"' is not assignable/);
    // Each of these is missed in another file, so the compiler is asked once.
    const readers = [
      partOf('packages/server', 'src/audit-text/audit-text.ts', 'src/nouns.ts'),
      partOf('packages/console', 'src/base/sections.ts'),
    ];
    const incomplete = await without([AUDIT, NOUNS, SECTIONS], () => compile(...readers));
    expect(incomplete.failed).toBe(true);
    expect(incomplete.output).toMatch(/'"audit\.thing\.note"' is not assignable/);
    expect(incomplete.output).toMatch(/nouns\.ts.*Property 'note' is missing/);
    expect(incomplete.output).toMatch(/sections\.ts.*Property 'note' is missing/);
    const unserved = await without([APP], () => test('updateNote', 'every-save'));
    expect(unserved.failed).toBe(true);
    expect(unserved.output).toMatch(/PUT \/api\/apps\/.*\/notes|updateNote/);
  });
});
