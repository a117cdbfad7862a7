import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('no text is taken for a formula by a spreadsheet, and a number stays a number', () => {
  expect(csvOf([['a "b"', 'c,d', '=HYPERLINK("x")', '-1', 'plain', -1, 0.5, undefined]])).toBe(
    `"a ""b""","c,d","'=HYPERLINK(""x"")",'-1,plain,-1,0.5,\r\n`,
  );
});
