import { describe, expect, test } from 'vitest';
import { compileRegex } from './regex.ts';
import { STRING_OPERATOR } from './string.ts';

test.each([
  ['São Paulo', 'São Paulo'],
  ['', ''],
  [1.5, '1.5'],
  [true, 'true'],
  [['a'], undefined],
  [{ toString: () => 'a' }, undefined],
])('a request value %j reads as %j', (raw, text) => {
  expect(STRING_OPERATOR.read(raw)).toBe(text);
});

test('the items of IN are trimmed, the value is not', () => {
  const check = STRING_OPERATOR.check('IN', ' BR , PT');
  expect(check?.('PT')).toBe(true);
  expect(check?.(' PT')).toBe(false);
});

test('text has no order', () => {
  expect(STRING_OPERATOR.check('GREATER_THAN', 'a')).toBeUndefined();
  expect(STRING_OPERATOR.check('LESS_THAN_OR_EQUALS', 'a')).toBeUndefined();
});

describe('REGEX', () => {
  test.each([
    ['^a.c$', 'abc', true],
    ['b', 'abc', true],
    ['(?i)ABC', 'xabcx', true],
    ['^\\p{Lu}', 'Ébano', true],
    ['^b', 'abc', false],
  ])('%s in %s: %s', (pattern, text, found) => {
    expect(compileRegex(pattern)?.matches(text)).toBe(found);
  });

  test.each(['(', 'a(?=b)', '(?<=a)b', '(a)\\1', '[z-a]'])('%s does not compile', (pattern) => {
    expect(compileRegex(pattern)).toBeUndefined();
  });

  test('a pattern may have 256 characters and a program of bounded size', () => {
    expect(compileRegex('é'.repeat(256))?.matches('é'.repeat(256))).toBe(true);
    expect(compileRegex('é'.repeat(257))).toBeUndefined();
    expect(compileRegex('a{1000}')).toBeUndefined();
    expect(compileRegex('^[a-z0-9.]{1,64}@[a-z0-9.]{1,128}$')?.matches('ana@example.com')).toBe(
      true,
    );
  });

  // A backtracking engine would not finish these before any time limit.
  test.each(['(a+)+$', '(a*)*b', '(x+x+)+y', '(?:a?){100}a{100}$', '(.*a.*){30}b'])(
    'no value makes %s slow',
    (pattern) => {
      expect(compileRegex(pattern)?.matches(`${'a'.repeat(255)}!`)).toBe(false);
    },
  );
});
