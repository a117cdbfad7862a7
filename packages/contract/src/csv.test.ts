import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('text is escaped so that spreadsheets run no formulas; numbers stay numbers', () => {
  expect(csvOf([['a "b"', 'c,d', '=HYPERLINK("x")', '-1', 'plain', -1, 0.5, undefined]])).toBe(
    `"a ""b""","c,d","'=HYPERLINK(""x"")",'-1,plain,-1,0.5,\r\n`,
  );
});
