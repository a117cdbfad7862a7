import { expect, test } from 'vitest';
import { mismatchLogE, sampleRatio } from './sample-ratio.ts';

const even = (a: number, b: number) => [
  { units: a, share: 50 },
  { units: b, share: 50 },
];

test('RES-55: 500 and 760 units at 50/50 raise the alarm, which a concentration of 10,000 alone would not', () => {
  const { logE, alarm, worst, expected } = sampleRatio(even(500, 760));
  expect(alarm).toBe(true);
  expect(logE / Math.LN10).toBeGreaterThan(9.5);
  expect(logE / Math.LN10).toBeLessThan(10.5);
  expect([worst, expected]).toEqual([0, 630]);
  const large = mismatchLogE([
    { units: 500, share: 0.5, prior: 5000 },
    { units: 760, share: 0.5, prior: 5000 },
  ]);
  expect(Math.exp(large)).toBeCloseTo(19, 0);
});

test('RES-55: counts near the split are no evidence', () => {
  const { logE, alarm, p } = sampleRatio(even(5003, 4990));
  expect(logE).toBeLessThan(0);
  expect(alarm).toBe(false);
  expect(p).toBeGreaterThan(0.8);
});

test('RES-55: without units, or with one value only, there is no evidence', () => {
  const none = { logE: 0, alarm: false, chiSquared: 0, p: 1, worst: 0, expected: 0 };
  expect(sampleRatio([])).toEqual(none);
  expect(sampleRatio(even(0, 0))).toEqual(none);
  expect(sampleRatio([{ units: 900, share: 100 }])).toEqual(none);
  expect(
    sampleRatio([
      { units: 9, share: 1 },
      { units: 900, share: 0 },
    ]),
  ).toEqual(none);
});

test('RES-55: a value without a share is left out, and the worst one keeps its index', () => {
  const arms = [
    { units: 40, share: 0 },
    { units: 5000, share: 40 },
    { units: 4000, share: 40 },
    { units: 2200, share: 20 },
  ];
  const { worst, expected, chiSquared } = sampleRatio(arms);
  expect(worst).toBe(1);
  expect(expected).toBeCloseTo(4480, 9);
  expect(chiSquared).toBeCloseTo(520 ** 2 / 4480 + 480 ** 2 / 4480 + 40 ** 2 / 2240, 9);
});

test('RES-55: of two values with equal deviations, the one with fewer expected units is named', () => {
  expect(
    sampleRatio([
      { units: 9200, share: 90 },
      { units: 800, share: 10 },
    ]).worst,
  ).toBe(1);
});

test('RES-55: millions of units lose no precision', () => {
  const { logE, alarm } = sampleRatio(even(5_010_000, 4_990_000));
  expect(alarm).toBe(true);
  // Expected value from mpmath 1.3.0, 40 digits.
  expect(logE).toBeCloseTo(15.929427228958021, 6);
});
