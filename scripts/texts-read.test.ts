import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogueOf } from '../packages/messages/src/catalogue.ts';
import {
  everywhereOf,
  ofPolicies,
  ofRequests,
  ofResults,
  ofSignIn,
} from '../packages/messages/src/parts-of-catalogue.ts';
import { readTexts } from './texts-read.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

type Catalogue = { readonly [key: string]: string | Catalogue };

function keysOf(catalogue: Catalogue, prefix = ''): string[] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string' ? [prefix + name] : keysOf(value, `${prefix}${name}.`),
  );
}

async function sourcesOf(...packages: readonly string[]): Promise<Map<string, string>> {
  const sources = new Map<string, string>();
  for await (const file of glob(`packages/{${packages.join()}}/{src,build}/**/*.{ts,tsx}`, {
    cwd: ROOT,
  })) {
    if (!/\.test\.tsx?$/.test(file)) {
      sources.set(file, await readFile(path.join(ROOT, file), 'utf8'));
    }
  }
  return sources;
}

test('CODE-05: every message is read, and every key that is read has a message', async () => {
  const keys = keysOf(catalogueOf('en'));
  const { unread, unknown } = readTexts(keys, await sourcesOf('console', 'server', 'messages'));
  expect(unread).toEqual([]);
  expect(unknown).toEqual([]);
});

test('PERF-01: the console loads what it reads; what only the service says is left out', async () => {
  const all = catalogueOf('en');
  const loaded = new Set([
    ...keysOf(everywhereOf(all)),
    ...keysOf(ofResults(all)),
    ...keysOf(ofRequests(all)),
    ...keysOf(ofPolicies(all)),
    ...keysOf(ofSignIn(all)),
  ]);
  const others = keysOf(all).filter((key) => !loaded.has(key));
  expect(others).toContain('mail.greeting');
  const { unread } = readTexts(others, await sourcesOf('console'));
  expect(unread).toEqual(others);
});

const KEYS = ['app.title', 'app.list.new', 'app.error.A', 'app.error.B', 'app.error.B.c'];

test.each<[source: string, read: string[], unknown: string[]]>([
  ["const t = useTranslations(); t('app.title', { title })", ['app.title'], []],
  ["const t = useTranslations('app'); t.rich('list.new')", ['app.list.new'], []],
  ["const t = useTranslations('app'); t(isNew ? 'list.new' : 'title')", KEYS.slice(0, 2), []],
  ["const t = useTranslations('app'); const { t: say } = it; say('title')", ['app.title'], []],
  ["const title = useTranslations('app')('title');", ['app.title'], []],
  [`const say = speak(language); say(\`app.error.\${code}\`)`, ['app.error.A', 'app.error.B'], []],
  [`function f(say: Say) { return say(\`app.error.\${codeOf(a)}\`); }`, KEYS.slice(2, 4), []],
  [
    "const t = useTranslations('app.error'); const key = is ? 'A' : 'B'; t(key)",
    KEYS.slice(2, 4),
    [],
  ],
  [
    "type It = { t: ReturnType<typeof useTranslations<'app'>> }; it().t('title'); t('list.new')",
    KEYS.slice(0, 2),
    [],
  ],
  ["const t = useTranslations('app'); t(is === 'A' ? 'list.new' : 'title')", KEYS.slice(0, 2), []],
  ["// 'app.title'", [], []],
  ["const KEY = 'app.title';", ['app.title'], []],
  ["const t = useTranslations('app'); t('list.old')", [], ['a.ts: list.old']],
  ["const t = useTranslations('app'); start('title')", [], []],
])('%s', (source, read, unknown) => {
  const unread = KEYS.filter((key) => !read.includes(key));
  expect(readTexts(KEYS, new Map([['a.ts', source]]))).toEqual({ unread, unknown });
});
