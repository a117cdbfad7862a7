import { describe, expect, test } from 'vitest';
import { type DistributionRow, VECTORS } from '../testing/vectors.ts';
import { betaCdf, betaQuantile } from './beta.ts';
import { chiSquaredUpperTail } from './chi-squared.ts';
import { lambertWMinusOne } from './lambert-w.ts';
import { normalCdf, normalQuantile, normalUpperTail } from './normal.ts';
import { logGamma } from './stirling.ts';
import { studentTCdf, studentTQuantile, studentTUpperTail } from './student-t.ts';

/** Stricter than RES-50, which asks for 1e-8. */
const PRECISION = 1e-12;

type Arguments = readonly [number, number, number];

const FUNCTIONS: Readonly<Record<string, (args: Arguments) => number>> = {
  norm_cdf: ([x]) => normalCdf(x),
  norm_sf: ([x]) => normalUpperTail(x),
  norm_quantile: ([p]) => normalQuantile(p),
  t_cdf: ([x, df]) => studentTCdf(x, df),
  t_quantile: ([p, df]) => studentTQuantile(p, df),
  chi2_sf: ([x, df]) => chiSquaredUpperTail(x, df),
  beta_cdf: ([x, a, b]) => betaCdf(x, a, b),
  beta_quantile: ([p, a, b]) => betaQuantile(p, a, b),
};

function actualOf({ fn, args }: DistributionRow): number {
  const [x = Number.NaN, second = Number.NaN, third = Number.NaN] = args;
  return FUNCTIONS[fn]?.([x, second, third]) ?? Number.NaN;
}

const { rows } = VECTORS.distribution_reference;

test('RES-50: there are 332 reference values', () => {
  expect(rows).toHaveLength(332);
});

describe.each(Object.keys(FUNCTIONS))('%s', (name) => {
  test.each(rows.filter(({ fn }) => fn === name))('RES-50: $fn($args)', (row) => {
    const expected = Number(row.value);
    const actual = actualOf(row);
    if (expected === 0) expect(actual).toBe(0);
    else expect(Math.abs(actual / expected - 1)).toBeLessThan(PRECISION);
  });
});

describe('at the ends of the domain', () => {
  test('quantiles are infinite at 0 and 1, and 0 in the middle of symmetric distributions', () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
    expect([studentTQuantile(0, 3), studentTQuantile(1, 3)]).toEqual([-Infinity, Infinity]);
    expect([normalQuantile(0.5), studentTQuantile(0.5, 3)]).toEqual([0, 0]);
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1]);
  });

  test('tails are 1 and 0 at the ends', () => {
    expect([normalUpperTail(-Infinity), normalUpperTail(Infinity)]).toEqual([1, 0]);
    expect([studentTUpperTail(-Infinity, 2), studentTUpperTail(Infinity, 2)]).toEqual([1, 0]);
    expect([chiSquaredUpperTail(0, 4), chiSquaredUpperTail(Infinity, 4)]).toEqual([1, 0]);
    expect([betaCdf(0, 2, 3), betaCdf(1, 2, 3)]).toEqual([0, 1]);
  });

  test('NaN gives NaN, without a long loop', () => {
    const answers = [
      normalCdf(Number.NaN),
      normalQuantile(Number.NaN),
      studentTCdf(1, Number.NaN),
      studentTQuantile(Number.NaN, 3),
      studentTQuantile(0.1, Number.NaN),
      chiSquaredUpperTail(Number.NaN, 2),
      betaCdf(Number.NaN, 2, 3),
      betaQuantile(Number.NaN, 2, 3),
    ];
    expect(answers.filter((answer) => !Number.isNaN(answer))).toEqual([]);
  });

  // Expected values from mpmath 1.3.0 and scipy 1.17.1.
  test('RES-50: quantiles far out in a tail', () => {
    expect(normalQuantile(1e-307)).toBeCloseTo(-37.479332564321574, 11);
    expect(betaQuantile(1e-300, 20_000, 180_000)).toBeCloseTo(0.07698100820112722, 12);
    expect(normalQuantile(Number.MIN_VALUE)).toBeCloseTo(-38.467, 2);
  });
});

// Expected values from mpmath 1.3.0, loggamma and lambertw with 40 digits.
test.each([
  [1e-3, 6.907178885383854],
  [0.5, 0.5723649429247001],
  [1, 0],
  [2, 0],
  [3.5, 1.2009736023470743],
  [100, 359.1342053695754],
  [5003, 37608.17849515962],
  [5e7, 836376670.2247928],
])('RES-50: lnΓ(%d)', (x, expected) => {
  expect(Math.abs(logGamma(x) - expected)).toBeLessThanOrEqual(1e-14 * Math.max(1, expected));
});

test.each([
  [-1e-300, -697.3227762954602],
  [-1e-20, -49.96298427667447],
  [-0.0025 / Math.E, -9.211968062068259],
  [-0.2, -2.542641357773526],
  [-0.25, -2.15329236411035],
  [-0.3, -1.7813370234216277],
  [-0.36, -1.222770133978506],
])('RES-53: W₋₁(%d)', (y, expected) => {
  const w = lambertWMinusOne(y);
  expect(Math.abs(w / expected - 1)).toBeLessThan(PRECISION);
});
