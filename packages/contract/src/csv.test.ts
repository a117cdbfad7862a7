import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('text is escaped so that spreadsheets run no formulas; numbers stay numbers', () => {
  expect(csvOf([['a "b"', 'c,d', '=HYPERLINK("x")', '-1', 'plain', -1, 0.5, undefined]])).toBe(
    `"a ""b""","c,d","'=HYPERLINK(""x"")",'-1,plain,-1,0.5,\r\n`,
  );
});

test.each([
  ['=1', "'=1"],
  ['+1', "'+1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  [' =1', "' =1"],
  ['＝1', "'＝1"],
  ['\t=1', "'\t'=1"],
  ['\ra', '"\'\ra"'],
  ['a;=1;b', "a;'=1;b"],
  ['name: a; =1', "name: a;' =1"],
  ['"a";=1', `"""a"";'=1"`],
  ['a\n=1', `"a\n'=1"`],
  ['a\t@1', "a\t'@1"],
  ['a; b', 'a; b'],
  ['2026-11-29', '2026-11-29'],
  ['a=b', 'a=b'],
])('%j begins no formula, whether commas or semicolons divide the cells', (text, written) => {
  expect(csvOf([[text]])).toBe(`${written}\r\n`);
});
