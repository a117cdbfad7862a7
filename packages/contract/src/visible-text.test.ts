import { describe, expect, it } from 'vitest';
import { holdsAddress, isVisible, isVisibleInLines, normalizeText } from './visible-text.ts';

describe('SEC-15: a text of one line', () => {
  it.each([
    'Checkout',
    'Café São João',
    '日本語の名前',
    'می‌خواهم',
    '👩‍👩‍👧 family',
    '❤️‍🔥',
    '1️⃣',
    'a–b “c” 100 %',
    '\u0600 sign',
  ])('%j is allowed', (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each([
    ['an invisible blank', '\u200b'],
    ['an invisible blank after a name', 'Main\u200b'],
    ['a line break', 'x\r\nBcc: a@b.c'],
    ['a tab', 'a\tb'],
    ['a control character', 'a\u0007b'],
    ['a control character of the second block', 'a\u0085b'],
    ['a change of the writing direction', 'abc\u202etxt.exe'],
    ['an isolated writing direction', 'a\u2066b'],
    ['a soft hyphen', 'a\u00adb'],
    ['a byte order mark', 'a\ufeffb'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['a Hangul filler', 'a\u3164b'],
    ['a tag', 'a\u{e0041}b'],
    ['an annotation', 'a\ufff9b'],
    ['a joiner at the end', 'a\u200d'],
    ['a joiner at the beginning', '\u200ca'],
    ['two joiners', 'a\u200d\u200db'],
    ['a joiner before a blank', 'a\u200d b'],
    ['a variation selector without a character', '\ufe0f'],
  ])('%s: %j is refused', (_what, text) => {
    expect(isVisible(text)).toBe(false);
  });
});

it('SEC-15: a text of several lines may contain line breaks and tabs, but no other hidden characters', () => {
  expect(isVisibleInLines('one\r\ntwo\n\tthree')).toBe(true);
  expect(isVisibleInLines('one\u202etwo')).toBe(false);
});

it('SEC-15: texts that look the same are stored as the same characters', () => {
  expect(normalizeText(' Cafe\u0301 ')).toBe('Caf\u00e9');
});

it.each([
  ['Visit https://evil.example/unlock', true],
  ['WWW.evil.example', true],
  ['J. P. Morgan & Co.', false],
  ['Awww', false],
])('SEC-15: %j contains an address: %s', (text, holds) => {
  expect(holdsAddress(text)).toBe(holds);
});
