import { upperGamma } from './incomplete-gamma.ts';
import { tailRoot } from './tail-root.ts';

const ROOT_TWO_PI = Math.sqrt(2 * Math.PI);

/** φ(x), the density of the standard normal distribution. */
export function normalDensity(x: number): number {
  return Math.exp((-x * x) / 2) / ROOT_TWO_PI;
}

/** Φ(x), the probability of at most x. */
export function normalCdf(x: number): number {
  return normalUpperTail(-x);
}

/** Q(x) = 1 − Φ(x), computed directly where it is small. Source: NIST DLMF 7.11.2, 8.4.6. */
export function normalUpperTail(x: number): number {
  return x < 0 ? 1 - normalUpperTail(-x) : upperGamma(0.5, (x * x) / 2) / 2;
}

/** z(p), the x with Φ(x) = p, for 0 < p < 1; −∞ and ∞ at 0 and 1. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -lowerQuantile(1 - p);
  return lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  if (p === 0.5) return 0;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  return -tailRoot(Math.log(p), firstGuess(p), (x) => {
    const tail = normalUpperTail(x);
    return [Math.log(tail), -normalDensity(x) / tail];
  });
}

/** Within 5e-4. Source: Abramowitz and Stegun (1964), 26.2.23. */
function firstGuess(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  const below = 1 + t * (1.432788 + t * (0.189269 + t * 0.001308));
  return t - above / below;
}
