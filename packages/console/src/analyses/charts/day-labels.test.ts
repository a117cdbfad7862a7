import { expect, test } from 'vitest';
import { labelledDays } from './day-labels.ts';

test.each([
  [0, 500, []],
  [1, 500, [0]],
  [5, 500, [0, 1, 2, 3, 4]],
  [21, 300, [2, 8, 14, 20]],
  [60, 10, [59]],
])(
  'RES-79: with %s days on %s px, a date is shown at the days where it fits',
  (count, width, days) => {
    expect(labelledDays(count, width)).toEqual(days);
  },
);
