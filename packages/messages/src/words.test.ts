import { expect, test } from 'vitest';
import { joinWords, plainWords, quoted, wordsWith } from './words.ts';

const BETA = quoted('name', 'Beta');
const RED = [{ as: 'value', text: 'red', share: 70, plain: 'red 70%' }] as const;

test('COV-10: a message with parts keeps them apart, in the order of its language', () => {
  const words = wordsWith({ a: BETA, b: RED }, ({ a, b }) => `${b}, if in ${a}`);
  expect(words).toEqual([RED[0], ', if in ', BETA[0]]);
  expect(plainWords(words)).toBe('red 70%, if in Beta');
});

test('COV-10: what users wrote is not taken for a place of the message', () => {
  const words = wordsWith({ a: '\ue001', b: quoted('term', '\ue000{b}') }, ({ a, b }) => a + b);
  expect(words).toEqual(['\ue001', { as: 'term', text: '\ue000{b}' }]);
});

test('words are joined, and texts beside each other are one part', () => {
  expect(joinWords([['a'], BETA, ['b']], ', ')).toEqual(['a, ', BETA[0], ', b']);
  expect(joinWords([], ', ')).toEqual([]);
});

test('CDW-82: in a plain text, parts that are written from right to left are isolated', () => {
  expect(plainWords(['in ', ...quoted('name', 'קבוצה'), ' 99'])).toBe('in \u2068קבוצה\u2069 99');
});
