import { continuedFraction } from './continued-fraction.ts';
import { deviance, stirlingError } from './stirling.ts';

/** x and its complement. Computing 1 − x would lose digits where x is close to 1. */
export interface Fraction {
  readonly x: number;
  /** 1 − x, computed by the caller without that subtraction. */
  readonly rest: number;
}

/**
 * I_x(a, b), the regularised incomplete beta function, for a, b > 0. The smaller tail is computed directly and keeps
 * its relative precision.
 * Source: NIST DLMF 8.17.4 (symmetry).
 */
export function incompleteBeta({ x, rest }: Fraction, a: number, b: number): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  return a * rest >= b * x
    ? lowerTail({ x, rest }, a, b)
    : 1 - lowerTail({ x: rest, rest: x }, b, a);
}

/**
 * x^a (1 − x)^b / B(a, b), without overflow of its factors: the binomial probability of a in a + b, as computed by
 * Loader (2000), times ab / (a + b).
 */
export function betaPower({ x, rest }: Fraction, a: number, b: number): number {
  const sum = a + b;
  const excess = a * rest - b * x;
  const exponent =
    stirlingError(sum) -
    stirlingError(a) -
    stirlingError(b) -
    deviance(a, sum * x, excess) -
    deviance(b, sum * rest, -excess);
  return Math.exp(exponent) * Math.sqrt((a * (b / sum)) / (2 * Math.PI));
}

/**
 * The even part of the continued fraction in DLMF 8.17.22. It has half the terms, and contains the distance of x from
 * the mean as one number, so that nothing cancels where a is large.
 * Source: DiDonato and Morris, "Significant Digit Computation of the Incomplete Beta Function
 * Ratios", ACM TOMS 18 (1992), its continued fraction "BFRAC".
 */
function lowerTail(fraction: Fraction, a: number, b: number): number {
  const { x, rest } = fraction;
  const excess = a * rest - b * x;
  const denominator = continuedFraction((a / (a + 1)) * (excess + 1), (n) => {
    const even = a + 2 * n;
    const next = (n * (b - n) * x) / (even - 1);
    return [
      (((a + n - 1) * (a + b + n - 1)) / (even - 1)) * next * x,
      n + next + ((a + n) / (even + 1)) * (excess + 1 + n * (1 + rest)),
    ];
  });
  return betaPower(fraction, a, b) / denominator;
}
