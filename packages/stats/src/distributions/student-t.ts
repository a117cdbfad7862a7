import { betaPower, type Fraction, incompleteBeta } from './incomplete-beta.ts';
import { normalQuantile } from './normal.ts';
import { tailRoot } from './tail-root.ts';

/** The probability of at most t, with `df` > 0 degrees of freedom. */
export function studentTCdf(t: number, df: number): number {
  return studentTUpperTail(-t, df);
}

/** The probability of more than t, computed directly where it is small. Source: Abramowitz and Stegun (1964), 26.7.1. */
export function studentTUpperTail(t: number, df: number): number {
  if (t < 0) return 1 - studentTUpperTail(-t, df);
  return incompleteBeta(fractionOf(t, df), df / 2, 0.5) / 2;
}

/** t(p; df), the t for which the probability of at most t is p, for 0 < p < 1; −∞ and ∞ at 0 and 1. */
export function studentTQuantile(p: number, df: number): number {
  if (p > 0.5) return -lowerQuantile(1 - p, df);
  return lowerQuantile(p, df);
}

/** In ln t the tail is log-concave, and for large t almost a straight line of slope −df. */
function lowerQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (p === 0) return Number.NEGATIVE_INFINITY;
  const start = Math.log(-normalQuantile(p));
  const logT = tailRoot(Math.log(p), start, (u) => {
    const t = Math.exp(u);
    const tail = studentTUpperTail(t, df);
    return [Math.log(tail), -betaPower(fractionOf(t, df), df / 2, 0.5) / tail];
  });
  return -Math.exp(logT);
}

function fractionOf(t: number, df: number): Fraction {
  const square = t * t;
  return square === Number.POSITIVE_INFINITY
    ? { x: 0, rest: 1 }
    : { x: df / (df + square), rest: square / (df + square) };
}
