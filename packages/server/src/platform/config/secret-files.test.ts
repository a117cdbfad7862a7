import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'comporta-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(text: string): string {
  const file = path.join(folder, `${text.length}`);
  writeFileSync(file, text);
  return file;
}

describe('OPS-09: a secret', () => {
  it('may be in a file', () => {
    const url = 'postgres://ana@db.example.com/toggles';
    expect(readConfig({ DATABASE_URL_FILE: fileWith(`${url}\n`) }).databaseUrl).toBe(url);
    expect(readConfig({ COMPORTA_KEY_FILE: fileWith('a, b') }).comportaKeys).toEqual(['a', 'b']);
  });

  it.each([
    [{ SMTP_URL_FILE: '/nowhere' }, 'SMTP_URL_FILE is wrong: it must be a readable file.'],
    [
      { METRICS_TOKEN: 'a'.repeat(16), METRICS_TOKEN_FILE: '/nowhere' },
      'METRICS_TOKEN and METRICS_TOKEN_FILE are both set; set only one of them.',
    ],
    [{ SMTP_URL_FILE: fileWith('secret') }, 'SMTP_URL is wrong: it must be an smtp'],
  ])('%j: the error names a wrong file, and never shows its content', (env, line) => {
    expect(() => readConfig(env)).toThrow(line);
    expect(() => readConfig(env)).not.toThrow('secret');
  });
});

it.each([
  ['DATABASE_ULR', 'DATABASE_ULR is not a setting; did you mean DATABASE_URL?'],
  ['Smtp_Urls', 'Smtp_Urls is not a setting; did you mean SMTP_URL?'],
  ['COMPORTA_PASSWORD', 'COMPORTA_PASSWORD is not a setting'],
  ['DATABASE_URLS_FILE', 'DATABASE_URLS_FILE is not a setting; did you mean DATABASE_URL_FILE?'],
])('OPS-09: %s causes a warning that it is not a setting', (name, warning) => {
  expect(readConfig({ [name]: 'x' }).warnings).toEqual([warning]);
});

it('OPS-09: common environment variables are not taken for misspelt settings', () => {
  const names = [
    'PATH',
    'HOME',
    'HOSTNAME',
    'HOSTTYPE',
    'PWD',
    'SHELL',
    'USER',
    'LANG',
    'TERM',
    'NODE_ENV',
    // By npm.
    'NODE',
  ];
  expect(readConfig(Object.fromEntries(names.map((name) => [name, 'x']))).warnings).toEqual([]);
});
