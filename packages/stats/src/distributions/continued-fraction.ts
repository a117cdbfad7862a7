/** Replaces a denominator of 0 (Thompson and Barnett 1986). */
const TINY = 1e-300;
const PRECISION = 1e-16;
/** Far more than any argument needs. */
const MOST_TERMS = 100_000;

/** Partial numerator and denominator number `index`, starting at 1. */
export type PartialQuotient = (index: number) => readonly [numerator: number, denominator: number];

/**
 * first + a₁/(b₁ + a₂/(b₂ + …)), evaluated from the front until it converges.
 * Source: modified Lentz's method, NIST DLMF 3.10(iii); Press et al., Numerical Recipes, 5.2.
 */
export function continuedFraction(first: number, quotient: PartialQuotient): number {
  let value = first === 0 ? TINY : first;
  let c = value;
  let d = 0;
  for (let index = 1; index <= MOST_TERMS; index++) {
    const [numerator, denominator] = quotient(index);
    d = 1 / nonZero(denominator + numerator * d);
    c = nonZero(denominator + numerator / c);
    const factor = c * d;
    value *= factor;
    // Negated, so that NaN also ends the loop.
    if (!(Math.abs(factor - 1) > PRECISION)) break;
  }
  return value;
}

function nonZero(x: number): number {
  return x === 0 ? TINY : x;
}
