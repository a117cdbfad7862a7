import { describe, expect, test } from 'vitest';
import { NUMERIC_OPERATOR, parseNumber } from './numeric.ts';

describe('decimal text', () => {
  test.each([
    ['18', 18],
    ['+18', 18],
    ['-0.5', -0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['007', 7],
    ['1e3', 1000],
    ['1.5E-2', 0.015],
  ])('%j is the number %d', (text, number) => {
    expect(parseNumber(text)).toBe(number);
  });

  test.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1,5',
    '1.2.3',
    '0x10',
    '1_000',
    'Infinity',
    'NaN',
    'true',
    '1e999',
    '.',
    '+',
    'e3',
    '١',
  ])('%j is not a number', (text) => {
    expect(parseNumber(text)).toBeUndefined();
  });
});

test.each([
  [18, 18],
  ['18.0', 18],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [true, undefined],
  [[18], undefined],
  [{}, undefined],
])('a request value %j reads as %j', (raw, number) => {
  expect(NUMERIC_OPERATOR.read(raw)).toBe(number);
});

test.each(['STARTS_WITH', 'ENDS_WITH', 'CONTAINS', 'DOES_NOT_CONTAIN', 'REGEX'] as const)(
  'numbers have no %s',
  (expression) => {
    expect(NUMERIC_OPERATOR.check(expression, '1')).toBeUndefined();
  },
);

test.each([
  ['EQUALS', 'x'],
  ['IN', '1,x'],
  ['IN', '1,,2'],
] as const)('%s %j is not a valid condition', (expression, term) => {
  expect(NUMERIC_OPERATOR.check(expression, term)).toBeUndefined();
});
