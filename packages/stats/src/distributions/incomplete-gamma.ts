import { continuedFraction } from './continued-fraction.ts';
import { deviance, stirlingError } from './stirling.ts';

/** A term of this share of the sum no longer changes it. */
const NEGLIGIBLE = 1e-17;

/**
 * Γ(a, x) / Γ(a), the regularised upper incomplete gamma function, for a > 0 and x ≥ 0. A small result is computed
 * directly and keeps its relative precision.
 * Source: NIST DLMF 8.11.4 (series), 8.9.2 (continued fraction).
 */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  return x < a + 1
    ? 1 - leadingTerm(a, x) * series(a, x)
    : leadingTerm(a, x) * a * (1 / tailFraction(a, x));
}

/** x^a e^−x / Γ(a + 1), without overflow of its factors. */
function leadingTerm(a: number, x: number): number {
  return Math.exp(-stirlingError(a) - deviance(a, x, a - x)) / Math.sqrt(2 * Math.PI * a);
}

function series(a: number, x: number): number {
  let sum = 1;
  let term = 1;
  for (let divisor = a + 1; term > NEGLIGIBLE * sum; divisor++) {
    term *= x / divisor;
    sum += term;
  }
  return sum;
}

function tailFraction(a: number, x: number): number {
  return continuedFraction(x + 1 - a, (index) => [-index * (index - a), x + 2 * index + 1 - a]);
}
