import { describe, expect, test } from 'vitest';
import { daysFor, needsOf, type Plan, powerOf, type Reading } from './power.ts';

const PLAN: Plan = {
  kind: 'CONVERSION',
  better: 'UP',
  baseline: 0.05,
  variance: 0.05 * 0.95,
  mde: 0.1,
  alpha: 0.05,
  power: 0.8,
  controlShare: 50,
  treatmentShares: [50],
};

describe('RES-57', () => {
  const proof: readonly (readonly [Reading, number])[] = [
    ['FIXED', 62_462],
    ['HYBRID', 66_714],
    ['ANYTIME', 135_705],
  ];
  test.each(proof)('at 5 %, a lift of 10 %, read %s, needs %d units', (reading, units) => {
    const needs = needsOf(PLAN, reading);
    expect(Math.abs(needs.pairUnits - units)).toBeLessThanOrEqual(1);
    expect(needs.totalUnits).toBe(needs.pairUnits);
  });

  test('90/10 needs 2.88 times as many as 50/50', () => {
    const even = needsOf(PLAN, 'FIXED').totalUnits;
    const uneven = needsOf(
      { ...PLAN, controlShare: 90, treatmentShares: [10] },
      'FIXED',
    ).totalUnits;
    expect(uneven / even).toBeCloseTo(2.88, 2);
  });

  test.each([
    [14_000, 1.8],
    [375_000, 2.2],
  ])('RES-74: %d units without a plan are %d times those with one', (units, price) => {
    const anytime = (mde: number) => needsOf({ ...PLAN, mde }, 'ANYTIME').totalUnits;
    let [low, high] = [0.01, 1];
    while (high - low > 1e-6) {
      const middle = (low + high) / 2;
      if (anytime(middle) > units) low = middle;
      else high = middle;
    }
    expect(units / needsOf({ ...PLAN, mde: low }, 'HYBRID').totalUnits).toBeCloseTo(price, 1);
  });

  test('three values share the error rate, and the slowest pair determines the total', () => {
    const three = needsOf({ ...PLAN, controlShare: 60, treatmentShares: [30, 10] }, 'HYBRID');
    const worst = needsOf(
      { ...PLAN, alpha: 0.025, controlShare: 60, treatmentShares: [10] },
      'HYBRID',
    );
    expect(three.pairUnits).toBe(worst.pairUnits);
    expect(three.totalUnits / ((worst.totalUnits * 100) / 70)).toBeCloseTo(1, 4);
  });

  test('a share cannot rise above 1 nor fall below 0', () => {
    const high = needsOf({ ...PLAN, baseline: 0.6, mde: 1 }, 'FIXED');
    expect(high.totalUnits).toBeGreaterThan(0);
    const gone = needsOf({ ...PLAN, better: 'DOWN', mde: 1 }, 'FIXED');
    expect(gone.totalUnits).toBeGreaterThan(0);
  });

  test('a share that falls varies less than one that rises', () => {
    const up = needsOf(PLAN, 'FIXED').totalUnits;
    expect(needsOf({ ...PLAN, better: 'DOWN' }, 'FIXED').totalUnits).toBeLessThan(up);
    const mean: Plan = { ...PLAN, kind: 'MEAN', baseline: 3, variance: 40 };
    expect(needsOf({ ...mean, better: 'DOWN' }, 'FIXED')).toEqual(needsOf(mean, 'FIXED'));
  });

  test('a baseline of 0 needs infinitely many', () => {
    expect(needsOf({ ...PLAN, kind: 'MEAN', baseline: 0 }, 'ANYTIME').totalUnits).toBe(Infinity);
  });

  test('the computed units give the requested power', () => {
    const n = needsOf(PLAN, 'FIXED').totalUnits;
    const error = Math.sqrt((0.05 * 0.95 + 0.055 * 0.945) / (n / 2));
    expect(powerOf(0.005, error, 1.959963984540054)).toBeCloseTo(0.8, 4);
    expect(powerOf(-0.005, error, 1.959963984540054)).toBeCloseTo(0.8, 4);
    expect(powerOf(0, error, 1.959963984540054)).toBeCloseTo(0.05, 12);
  });

  test('the days include the time window of the last unit', () => {
    expect(daysFor(82_200, 5300, 168)).toBeCloseTo(82_200 / 5300 + 7, 12);
  });
});
