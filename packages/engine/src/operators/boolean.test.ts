import { expect, test } from 'vitest';
import { BOOLEAN_OPERATOR } from './boolean.ts';

test.each([
  [true, true],
  [false, false],
  ['true', true],
  ['False', false],
  ['TRUE', true],
  ['yes', undefined],
  ['', undefined],
  [' true', undefined],
  [1, undefined],
  [0, undefined],
])('a request value %j reads as %j', (raw, expected) => {
  expect(BOOLEAN_OPERATOR.read(raw)).toBe(expected);
});

test('a term may be written in any case', () => {
  expect(BOOLEAN_OPERATOR.check('EQUALS', 'True')?.(true)).toBe(true);
  expect(BOOLEAN_OPERATOR.check('NOT_EQUALS', 'TRUE')?.(true)).toBe(false);
});

test('booleans have no other expressions and no other terms', () => {
  expect(BOOLEAN_OPERATOR.check('IN', 'true,false')).toBeUndefined();
  expect(BOOLEAN_OPERATOR.check('EQUALS', 'yes')).toBeUndefined();
});
