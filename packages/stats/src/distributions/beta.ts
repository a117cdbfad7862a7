import { betaPower, incompleteBeta } from './incomplete-beta.ts';
import { tailRoot } from './tail-root.ts';

/** The probability of at most x, 0 ≤ x ≤ 1, for a, b > 0. */
export function betaCdf(x: number, a: number, b: number): number {
  return incompleteBeta({ x, rest: 1 - x }, a, b);
}

/** The x for which the probability of at most x is p, for 0 ≤ p ≤ 1. */
export function betaQuantile(p: number, a: number, b: number): number {
  return p > 0.5 ? 1 / (1 + oddsAt(1 - p, b, a)) : oddsOf(oddsAt(p, a, b));
}

function oddsOf(odds: number): number {
  return odds / (1 + odds);
}

/** x / (1 − x) at the lower tail p. In the logarithm of the odds, both tails are log-concave. */
function oddsAt(p: number, a: number, b: number): number {
  if (p === 0) return 0;
  const logOdds = tailRoot(Math.log(p), Math.log(a / b), (u) => {
    const fraction = { x: 1 / (1 + Math.exp(-u)), rest: 1 / (1 + Math.exp(u)) };
    const tail = incompleteBeta(fraction, a, b);
    return [Math.log(tail), betaPower(fraction, a, b) / tail];
  });
  return Math.exp(logOdds);
}
