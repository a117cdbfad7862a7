import { expect, it } from 'vitest';
import { evenSplit } from './even-split.ts';

it.each([
  [
    ['a', 'b'],
    [50, 50],
  ],
  [
    ['a', 'b', 'c'],
    [34, 33, 33],
  ],
  [
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    [15, 15, 14, 14, 14, 14, 14],
  ],
])('%j are split %j', (values, percentages) => {
  expect(Object.values(evenSplit(values))).toEqual(percentages);
});

it('always adds up to 100', () => {
  for (let count = 1; count <= 100; count++) {
    const values = Array.from({ length: count }, (_, index) => `v${index}`);
    const total = Object.values(evenSplit(values)).reduce((sum, share) => sum + share, 0);
    expect(total, `${count} values`).toBe(100);
  }
});
