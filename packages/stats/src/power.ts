import { criticalValue, tuning, UNPLANNED_UNITS } from './confidence-sequence.ts';
import { normalCdf, normalQuantile, normalUpperTail } from './distributions/normal.ts';
import type { Better } from './guardrail.ts';
import type { MetricKind } from './moments.ts';

/** The probability to detect a true difference when `critical` standard errors are required. Source: RES-57, F14. */
export function powerOf(difference: number, standardError: number, critical: number): number {
  const x = Math.abs(difference) / standardError;
  return normalUpperTail(critical - x) + normalCdf(-critical - x);
}

/**
 * When results are read (RES-54). FIXED: once, at the end. HYBRID: at any time with a fifth of the error rate, and once
 * at the planned end with the rest. ANYTIME: at any time, without a planned end.
 */
export type Reading = 'FIXED' | 'HYBRID' | 'ANYTIME';

/** The error rate of each pair: the comparisons with the control share that of the goal. */
export function pairAlpha(alpha: number, treatments: number): number {
  return alpha / treatments;
}

/** Divides the error rate of a pair, for a plan with an end. Source: RES-54. */
export function hybridAlphas(alpha: number): { sequential: number; fixed: number } {
  return { sequential: alpha / 5, fixed: (4 * alpha) / 5 };
}

/** Two values to be compared, at the expected baseline of the control. */
export interface PlannedPair {
  readonly controlVariance: number;
  readonly treatmentVariance: number;
  /** Smallest difference that matters, in the metric's unit. */
  readonly difference: number;
  /** The treatment's share of the units of both, between 0 and 1, exclusive. */
  readonly treatmentShare: number;
  /** Error rate of this pair. */
  readonly alpha: number;
  readonly power: number;
}

/** Needed units of both values together, not rounded. Source: RES-57, F14. */
export function pairUnits(pair: PlannedPair, reading: Reading): number {
  const { difference, treatmentShare, alpha } = pair;
  if (difference === 0) return Number.POSITIVE_INFINITY;
  const variance =
    pair.controlVariance / (1 - treatmentShare) + pair.treatmentVariance / treatmentShare;
  const reach = normalQuantile(pair.power);
  const unitsAt = (critical: number) =>
    ((critical + reach) ** 2 * variance) / (difference * difference);
  if (reading === 'FIXED') return unitsAt(-normalQuantile(alpha / 2));
  if (reading === 'HYBRID') return unitsAt(-normalQuantile(hybridAlphas(alpha).fixed / 2));
  const r = tuning(UNPLANNED_UNITS, alpha);
  return fixedPoint((n) => unitsAt(criticalValue(n, r, alpha)), UNPLANNED_UNITS);
}

/** Damped iteration: in logarithms, `next` falls more slowly than n grows, so steps of half the distance converge. */
function fixedPoint(next: (n: number) => number, start: number): number {
  let n = start;
  for (let step = 0; step < 200; step++) {
    const middle = Math.sqrt(n * next(n));
    if (Math.abs(middle - n) <= 1e-12 * n) return middle;
    n = middle;
  }
  return n;
}

export interface Plan {
  readonly kind: MetricKind;
  /** The direction in which the metric improves. */
  readonly better: Better;
  /** The control's level, and the variance of one unit, which for CONVERSION and RETENTION follows from the level. */
  readonly baseline: number;
  readonly variance: number;
  /** Smallest lift that matters, relative to the baseline, more than 0. */
  readonly mde: number;
  readonly alpha: number;
  readonly power: number;
  readonly controlShare: number;
  /** Shares of the treatments, at least one, on the same scale as `controlShare`. */
  readonly treatmentShares: readonly number[];
}

export interface Needs {
  /** Units of the pair that needs most. */
  readonly pairUnits: number;
  /** Units of all values at the time when the slowest pair has its units. */
  readonly totalUnits: number;
}

/**
 * The number of units that a plan needs, rounded up; infinite for a baseline of 0.
 * Source: RES-57, F14.
 */
export function needsOf(plan: Plan, reading: Reading): Needs {
  const { controlShare, treatmentShares } = plan;
  const whole = controlShare + treatmentShares.reduce((sum, share) => sum + share, 0);
  const needs = treatmentShares.map((share) => {
    const units = pairUnits(pairOf(plan, share / (controlShare + share)), reading);
    return { units, total: (units * whole) / (controlShare + share) };
  });
  return {
    pairUnits: Math.ceil(Math.max(...needs.map(({ units }) => units))),
    totalUnits: Math.ceil(Math.max(...needs.map(({ total }) => total))),
  };
}

function pairOf(plan: Plan, treatmentShare: number): PlannedPair {
  const { kind, baseline, mde, better, alpha, power } = plan;
  const shared = {
    difference: mde * Math.abs(baseline),
    treatmentShare,
    alpha: pairAlpha(alpha, plan.treatmentShares.length),
    power,
  };
  if (kind !== 'CONVERSION' && kind !== 'RETENTION') {
    return { ...shared, controlVariance: plan.variance, treatmentVariance: plan.variance };
  }
  const changed = Math.min(1, Math.max(0, baseline * (better === 'UP' ? 1 + mde : 1 - mde)));
  return {
    ...shared,
    controlVariance: baseline * (1 - baseline),
    treatmentVariance: changed * (1 - changed),
  };
}

/** Days until the time window of the last unit is over. Source: RES-57, F14. */
export function daysFor(units: number, unitsPerDay: number, windowHours: number): number {
  return units / unitsPerDay + windowHours / 24;
}
