import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { importsOf, missingNames, type Repository, wordsOf } from './documented-names.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Documents that tell what was, with the names of their day. */
const HISTORY = /^CHANGELOG\.md$|^docs\/diary\//;
/** Statements of what is not built. */
const LATER = /^\| [A-Z0-9]+-\d+ \| \w+, later \|.*$/gm;
/** Their words do not count: this test, tables and releases of the past, and what is not written by us. */
const NO_SOURCES =
  /^scripts\/documented-names|\/migrations\/|\/acceptance\/releases\/|LICENSE|NOTICE|package-lock\.json$|\.(?:md|png|gz)$/;
/** What a run makes, or a user has. */
const MADE = /^(?:\.\/)?(?:data|dist|node_modules|test-reports|vendor|DATA_DIR|PUBLIC_URL)\//;

/** What documents may name although the repository does not have it. Keep it short: by reason. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  'PostgreSQL: programs and words': [
    'psql',
    'pg_dump',
    'pg_basebackup',
    'regr_sxx/syy/sxy',
    'SELECT',
  ],
  'ingress-nginx: settings': ['use-forwarded-headers', 'compute-full-forwarded-for'],
  'OpenFeature in other languages and for tests': [
    'github.com/open-feature/go-sdk-contrib/providers/ofrep',
    'Ofrep',
    'openfeature-ofrep-provider',
    'OpenFeatureTestProvider',
  ],
  'React and Mantine': ['renderToPipeableStream', 'withinPortal'],
  'Unleash: a call': ['GET /api/client/features'],
  'a call that is refused, and its header': ['GET /api/events'],
  'rejected by decisions': [
    'dependency-cruiser',
    'eslint-plugin-boundaries',
    'stream-json',
    'p-queue',
    'bottleneck',
    'rate-limiter-flexible',
  ],
  'parts of a User-Agent': [
    'comporta-sdk/0.3.0',
    'node/24',
    'service/checkout',
    'usage/SENDER',
    'usage/relay',
  ],
  'a file that customers have': ['.comporta.json'],
  'Helm: an option': ['reset-then-reuse-values'],
  'the form of a time': ['YYYY-MM-DDThh'],
  'the file that we do not have': ['index.ts'],
};
const KNOWN = Object.values(OTHERS).flat();

const FILES = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(path.join(ROOT, file)));
const REPOSITORY = await readRepository();

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

async function readRepository(): Promise<Repository> {
  const sources = FILES.filter((file) => !NO_SOURCES.test(file));
  const packages = Object.keys(JSON.parse(read('package-lock.json')).packages);
  const manifests = FILES.filter((file) => path.basename(file) === 'package.json');
  const literals = sources
    .filter((file) => file.startsWith('packages/server/src/'))
    .flatMap((file) => [...read(file).matchAll(/'(\/api\/[\w./-]+)'/g)]);
  return {
    words: new Set([
      ...sources.flatMap((file) => wordsOf(file, read(file))),
      ...packages.flatMap((name) => wordsOf(name, '')),
    ]),
    paths: [...new Set(FILES.flatMap(withFolders))],
    imports: new Set(sources.flatMap((file) => importsOf(read(file)))),
    scripts: new Set(
      manifests.flatMap((file) => Object.keys(JSON.parse(read(file)).scripts ?? {})),
    ),
    calls: [...(await callsOfContract()), ...literals.map(([, literal = '']) => literal)],
  };
}

async function callsOfContract(): Promise<string[]> {
  const apis = FILES.filter((file) => /^packages\/contract\/.*-api\.ts$/.test(file));
  const modules = await Promise.all(
    apis.map((file) => import(pathToFileURL(path.join(ROOT, file)).href)),
  );
  return modules
    .flatMap((module) => Object.values(module) as { method?: string; path?: string }[])
    .flatMap(({ method, path }) =>
      method === undefined || path === undefined ? [] : [`${method} ${path.replace(/:\w+/g, ':')}`],
    );
}

function withFolders(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [file] : [file, ...withFolders(folder)];
}

test('HOUSE-07: what documents name in backticks exists: paths, identifiers, calls, scripts', () => {
  const documents = FILES.filter((file) => file.endsWith('.md') && !HISTORY.test(file));
  expect(documents).toContain('CONTRIBUTING.md');
  const missing = documents.flatMap((file) =>
    missingNames(file, read(file).replace(LATER, ''), REPOSITORY)
      .filter((name) => !MADE.test(name))
      .map((name) => ({ file, name })),
  );
  expect(
    missing.filter(({ name }) => !KNOWN.includes(name)).map(({ file, name }) => `${file}: ${name}`),
  ).toEqual([]);
  // What no document names any more goes.
  expect(KNOWN.filter((name) => !missing.some((each) => each.name === name))).toEqual([]);
});

/** The folders of the page's first block, each with the folders above it: a line that is indented is inside the one above. */
function treeOf(page: string): string[] {
  const [, tree = ''] = /```text\n([\s\S]*?)```/.exec(page) ?? [];
  const above: { readonly indent: number; readonly path: string }[] = [];
  return tree.split('\n').flatMap((line) => {
    const indent = line.length - line.trimStart().length;
    const names = /^ *((?:[\w<>/-]+\/ ?)+)(?: |$)/.exec(line)?.[1]?.trim().split(' ') ?? [];
    if (names.length === 0) return [];
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop();
    const paths = names.map((name) => (above.at(-1)?.path ?? '') + name);
    above.push({ indent, path: paths.at(-1) ?? '' });
    return paths;
  });
}

test('HOUSE-07: the tree of docs/architecture.md is the one of the repository', () => {
  const tree = treeOf(read('docs/architecture.md'));
  expect(tree).toContain('packages/console/src/shell/');
  const spans = tree.map((folder) => `\`${folder}\``).join('\n');
  expect(missingNames('', spans, REPOSITORY)).toEqual([]);
});

const SMALL: Repository = {
  words: new Set(
    wordsOf(
      'packages/server/src/notes/save-note.ts',
      "/** A goneName. */ export const isServed = text('endsAt'); // also gone",
    ),
  ),
  paths: ['packages/server/src/notes/save-note.ts', 'packages/server/src/notes', 'docs/notes.md'],
  imports: new Set(['zod/mini']),
  scripts: new Set(['check']),
  calls: ['GET /api/apps/:', 'GET /api/apps/:/notes', 'PUT /api/apps/:/notes/:', '/api/docs'],
};

test.each([
  ['server/src/<noun>/save-<noun>.ts', 'notes/', 'src/{notes,notes}/save-note.ts', 'notes.md'],
  ['isServed', 'isServed(note)', 'ends_at', 'isSer…', 'save-note'],
  ['GET /api/apps/:appId/notes', 'PUT /api/apps/{appId}/notes/{id}', '…/notes[/:id]', '/api/docs'],
  ['/api/…', '/login', 'zod/mini', '10.0.0.0/8', 'npm run check'],
])('what exists is not reported: %s', (...spans) => {
  const page = spans.map((span) => `\`${span}\``).join(' ');
  expect(missingNames('docs/page.md', page, SMALL)).toEqual([]);
});

test.each([
  ['server/src/notes/edit-note.ts'],
  ['notes/save-note.tsx'],
  ['src/{notes,toggles}/save-note.ts'],
  ['page.md'],
  ['goneName'],
  ['gone'],
  ['UNSERVED'],
  ['Unserved'],
  ['POST /api/apps/:appId/notes'],
  ['…/notes/:id/versions'],
  ['/api/toggles'],
])('what does not exist is reported: %s', (span) => {
  expect(missingNames('docs/page.md', `A \`${span}\`.`, SMALL)).toEqual([span]);
});

test('a script of a block of code is looked up, and nothing else of it', () => {
  const page = '```sh\nnpm run cheque\nnpm run check -- goneName\n```\n';
  expect(missingNames('docs/page.md', page, SMALL)).toEqual(['cheque']);
});
