import { lambertWMinusOne } from './distributions/lambert-w.ts';

/**
 * The normal-mixture confidence sequence: intervals that are valid at every look, no matter how often one looks.
 * Source: Howard, Ramdas, McAuliffe and Sekhon, "Time-uniform, Nonparametric, Nonasymptotic Confidence Sequences"
 * (2021), two-sided normal mixture; Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform Central Limit
 * Theory and Asymptotic Confidence Sequences" (2024).
 */

/** Number of units for which a phase without a plan is tuned (RES-54). */
export const UNPLANNED_UNITS = 10_000;

/**
 * r, the variance of the mixture in units. With it the interval is narrowest at `units` units of a pair and the given
 * error rate. Frozen per phase. Source: RES-53, F5.
 */
export function tuning(units: number, alpha: number): number {
  return units / (-lambertWMinusOne((-alpha * alpha) / Math.E) - 1);
}

/**
 * c: the interval is difference ± c standard errors, at n units of both values together. The error rate may differ from
 * the one that r was tuned for. Source: RES-53, F6.
 */
export function criticalValue(n: number, r: number, alpha: number): number {
  const growth = (n + r) / n;
  return Math.sqrt(growth * (Math.log((n + r) / r) - 2 * Math.log(alpha)));
}

/**
 * c₁, for a claim in one direction; r = tuning(units, 2 alpha).
 * Source: Waudby-Smith et al. (2024), one-sided; RES-53, F9.
 */
export function oneSidedCriticalValue(n: number, r: number, alpha: number): number {
  const growth = (n + r) / n;
  return Math.sqrt(2 * growth * Math.log1p(Math.sqrt((n + r) / r) / (2 * alpha)));
}

/** ln E: the evidence against "no difference", for a difference of x standard errors. Source: RES-53, F7. */
export function logEvidence(x: number, n: number, r: number): number {
  return (Math.log(r / (n + r)) + x * x * (n / (n + r))) / 2;
}

/** The p-value that is valid at every look: below alpha exactly where |x| > c. Source: RES-53, F7. */
export function alwaysValidP(logE: number): number {
  return Math.min(1, Math.exp(-logE));
}
