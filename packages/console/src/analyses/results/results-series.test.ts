import type { Results } from '@comporta/contract/analyses/results';
import { describe, expect, it } from 'vitest';
import { dayOf, liftLines, usersBars } from './results-series.ts';

const LIFT = { point: 0.1, low: -0.1, high: 0.3 };
const verdict = { code: 'NO_DATA', params: { reason: 'NO_KEY' } } as const;
// The series need these fields only.
const RESULTS = {
  analysis: { metrics: [{ no: 1, key: 'purchase' }] },
  values: [
    { value: 'off', isControl: true, users: 7, expected: 6 },
    { value: 'on', isControl: false, users: 5, expected: 6 },
  ],
  days: [
    { day: '2026-03-02', verdict, metrics: [{ no: 1, comparisons: [{ value: 'on' }] }] },
    {
      day: '2026-03-03',
      verdict,
      metrics: [{ no: 1, comparisons: [{ value: 'on', difference: LIFT, lift: LIFT }] }],
    },
  ],
  exposures: [
    { day: '2026-03-02', users: [3, 2] },
    { day: '2026-03-03', users: [4, 3] },
  ],
} as unknown as Results;

describe('the days of results', () => {
  it('RES-78: every value but the control has a line, with gaps on days without a lift', () => {
    expect(liftLines(RESULTS, 1)).toEqual([{ value: 'on', step: 2, days: [undefined, LIFT] }]);
    expect(liftLines(RESULTS, 9)).toEqual([{ value: 'on', step: 2, days: [undefined, undefined] }]);
  });

  it('RES-78: every value has bars', () => {
    expect(usersBars(RESULTS)).toEqual([
      { value: 'off', step: 1, days: [3, 4] },
      { value: 'on', step: 2, days: [2, 3] },
    ]);
  });

  it('RES-70: a moment belongs to its day in UTC', () => {
    expect(dayOf('2026-03-03T23:59:59.000Z', RESULTS.days)).toBe(1);
    expect(dayOf('2026-04-01T00:00:00.000Z', RESULTS.days)).toBe(-1);
  });
});
