import { expect, test } from 'vitest';
import { dayAfter } from './day-cursor.ts';

test.each([
  ['ArrowRight', undefined, 0],
  ['ArrowRight', 3, 4],
  ['ArrowRight', 9, 9],
  ['ArrowLeft', undefined, 9],
  ['ArrowLeft', 0, 0],
  ['Home', 5, 0],
  ['End', 5, 9],
  ['a', 5, undefined],
])('RES-79: %s leads from day %s of ten to %s', (key, day, next) => {
  expect(dayAfter(key, day, 10)).toBe(next);
});
