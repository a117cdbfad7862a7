import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { DECISION_ID, parseRequirements, readRequirements, STATEMENT_ID } from './requirements.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const WRITTEN_BY_US = ['{packages,e2e,bench,scripts,docs,deploy}/**/*.{ts,tsx,js,css,md}', '*.md'];
const IS_MADE = /(^|\/)(node_modules|dist|\.tsbuild)(\/|$)|^(packages\/server\/)?data(\/|$)/;
/** Series of ids that look like ids of statements but are not: encodings, and findings of reviews. */
const OTHER_SERIES = [
  ...['UTF', 'SHA', 'AES', 'CODE', 'CON', 'OPS', 'SDK', 'SEC', 'SPEC'],
  ...['HOS', 'COV', 'HOUSE', 'RSL', 'OPR', 'CNS', 'CLT'],
];
/** Series of pieces that are not built: statements name them where the pieces meet. */
const NOT_BUILT = ['LIF', 'RUL', 'SAF', 'SCL'];
/** Series whose numbers begin anew in each section, or of which only some are built. */
const WITH_GAPS = ['FAIR', 'IDN', 'LIF', 'RES', 'RUL', 'SAF', 'SCL'];

const { statements, decisions } = await readRequirements();

interface Line {
  readonly at: string;
  readonly text: string;
}

/** Every line of code, tests and documents, with its place as `file:line`; read once for all tests. */
const LINES: Promise<readonly Line[]> = readLines();

async function readLines(): Promise<readonly Line[]> {
  const lines: Line[] = [];
  for await (const file of glob(WRITTEN_BY_US, {
    cwd: ROOT,
    exclude: (name) => IS_MADE.test(name),
  })) {
    const texts = (await readFile(path.join(ROOT, file), 'utf8')).split('\n');
    for (const [index, text] of texts.entries()) lines.push({ at: `${file}:${index + 1}`, text });
  }
  return lines;
}

/** Every id that is cited, with its place as `file:line id`. */
async function citations(pattern: RegExp): Promise<{ id: string; at: string }[]> {
  return (await LINES).flatMap(({ at, text }) =>
    [...text.matchAll(pattern)].map(([id]) => ({ id, at: `${at} ${id}` })),
  );
}

const seriesOf = (id: string) => id.slice(0, Math.max(0, id.indexOf('-')));

test('CODE-07: every statement that code, tests and documents cite is in docs/requirements.md', async () => {
  const cited = (await citations(STATEMENT_ID)).filter(
    ({ id }) => ![...OTHER_SERIES, ...NOT_BUILT].includes(seriesOf(id)),
  );
  expect(cited.length).toBeGreaterThan(statements.size);
  expect(cited.filter(({ id }) => !statements.has(id)).map(({ at }) => at)).toEqual([]);
});

test('CODE-07: every decision that code, tests and documents cite is in docs/requirements.md', async () => {
  const cited = await citations(DECISION_ID);
  expect(cited.length).toBeGreaterThan(decisions.size);
  expect(cited.filter(({ id }) => !decisions.has(id)).map(({ at }) => at)).toEqual([]);
});

test('no number is missing in a series', () => {
  const ids = [...statements.keys(), ...decisions.keys()].filter(
    (id) => !WITH_GAPS.includes(seriesOf(id)),
  );
  const highest = new Map<string, number>();
  for (const id of ids) {
    const [number = ''] = /\d+$/.exec(id) ?? [];
    const series = id.slice(0, id.length - number.length);
    highest.set(series, Math.max(Number(number), highest.get(series) ?? 0));
  }
  const expected = [...highest].flatMap(([series, last]) =>
    Array.from({ length: last }, (_, index) => `${series}${String(index + 1).padStart(2, '0')}`),
  );
  expect([...ids].sort()).toEqual(expected.sort());
});

test('the document is read in full: both levels, later statements, and texts with a vertical bar', () => {
  const { statements, decisions } = parseRequirements(
    [
      '| id | level | statement |',
      '| --- | --- | --- |',
      '| SES-01 | must | Given a \\| b, Then c. |',
      '| I18N-02 | expected | Then d. |',
      '| RES-01 | must, later | Then e. |',
      '| SEC-101 | must | Then f. |',
      '| R01 | /login | f | g |',
    ].join('\n'),
  );
  expect([...statements.values()]).toEqual([
    { id: 'SES-01', level: 'must', isLater: false, text: 'Given a \\| b, Then c.' },
    { id: 'I18N-02', level: 'expected', isLater: false, text: 'Then d.' },
    { id: 'RES-01', level: 'must', isLater: true, text: 'Then e.' },
    { id: 'SEC-101', level: 'must', isLater: false, text: 'Then f.' },
  ]);
  expect([...decisions]).toEqual([['R01', '/login | f | g']]);
});

test('an id of three digits is one id in a title, and not an id of two digits with a digit after it', () => {
  const ids = (text: string) => [...text.matchAll(STATEMENT_ID)].map(([id]) => id);
  expect(ids('SEC-101, SES-16: a')).toEqual(['SEC-101', 'SES-16']);
  expect(ids('SES-001, SES-1, SES-1001: a')).toEqual([]);
});

test.each([
  ['a level that does not exist', '| SES-01 | maybe | Then a. |'],
  ['a statement without a text', '| SES-01 | must | |'],
  ['an id with a zero in front of two digits', '| SES-001 | must | Then a. |'],
  ['an id that occurs twice', '| SES-01 | must | Then a. |\n| SES-01 | must | Then b. |'],
  ['a decision that occurs twice', '| S01 | a | b |\n| S01 | a | c |'],
])('the document is refused for %s', (_, markdown) => {
  expect(() => parseRequirements(markdown)).toThrow();
});
