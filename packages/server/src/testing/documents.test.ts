import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ERRORS } from '@comporta/contract/errors';
import { expect, it } from 'vitest';
import { findPostgresPrograms } from '../embedded-postgres/postgres-programs.ts';
import { SETTING_NAMES } from '../platform/config/config.ts';

/** The rows of a document's tables whose first cell is one or more names in capitals. */
function rowsOf(document: string): readonly string[][] {
  const text = readFileSync(new URL(`../../../../docs/${document}`, import.meta.url), 'utf8');
  return [...text.matchAll(/^\| ([A-Z_, ]+) \| (.*) \|$/gm)].map(([, name = '', rest = '']) => [
    name,
    ...rest.split(' | '),
  ]);
}

it('docs/errors.md documents every code with its status and meaning, and no other code', () => {
  const documented = rowsOf('errors.md');
  const codes = Object.entries(ERRORS).map(([code, { status }]) => [code, `${status}`]);
  expect(documented.map(([code, status]) => [code, status])).toEqual(codes);
  expect(documented.filter(([, , meaning = '']) => meaning.length < 10)).toEqual([]);
});

it('docs/operating.md documents every setting, and no other', () => {
  const documented = rowsOf('operating.md').flatMap(([names = '']) => names.split(', '));
  expect(documented.toSorted()).toEqual(SETTING_NAMES.toSorted());
});

/** Libraries that are part of PostgreSQL itself. */
const ITS_OWN = ['pq', 'ecpg', 'ecpg_compat', 'pgtypes'];

it('OPS-13: NOTICE names every library that comes with the embedded PostgreSQL', async () => {
  const { postgres } = await findPostgresPrograms();
  const files = readdirSync(path.join(path.dirname(postgres), '../lib'));
  const libraries = new Set(
    files.flatMap(
      (file) => /^lib([\w-]+?)(?:data|uc|i18n)?\.(?:so|\d|dylib)/.exec(file)?.[1] ?? [],
    ),
  );
  expect(libraries).toContain('ssl');
  const notice = readFileSync(new URL('../../../../NOTICE', import.meta.url), 'utf8');
  const named = (name: string) => notice.includes(`lib${name}`) || notice.includes(`${name}lib`);
  const missing = [...libraries].filter((name) => !ITS_OWN.includes(name) && !named(name));
  expect(missing).toEqual([]);
});
