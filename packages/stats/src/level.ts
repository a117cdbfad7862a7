import { type MetricKind, type Moments, mergeAll, secondMoment } from './moments.ts';

/** The level of a metric for one value. Differences are taken between levels. */
export interface Level {
  readonly n: number;
  /** Per unit; for a RATIO, numerator over denominator; with CUPED, adjusted. */
  readonly mean: number;
  /** Variance of one unit. */
  readonly variance: number;
  /** Variance of the part that the levels of all values have in common: 0 without CUPED. */
  readonly sharedVariance: number;
}

/**
 * The level of one value; undefined where a RATIO has no denominator (ZERO_DENOMINATOR).
 * Source: RES-51, F1; RATIO by the delta method, Deng, Knoblich and Lu, "Applying the Delta
 * Method in Metric Analytics" (KDD 2018); RES-51, F2.
 */
export function levelOf(moments: Moments, kind: MetricKind): Level | undefined {
  const { n, mean, m2, d } = moments;
  const variance = secondMoment(m2, n, kind);
  if (kind !== 'RATIO') return { n, mean, variance, sharedVariance: 0 };
  if (d === undefined || d.mean === 0) return undefined;
  const ratio = mean / d.mean;
  const covariance = secondMoment(d.c, n, kind);
  const spread = variance - 2 * ratio * covariance + ratio * ratio * secondMoment(d.m2, n, kind);
  const own = spread / (d.mean * d.mean);
  // A denominator so close to 0 that the result overflows counts as 0.
  if (!Number.isFinite(ratio) || !Number.isFinite(own)) return undefined;
  return { n, mean: ratio, variance: own, sharedVariance: 0 };
}

/** Share of units with a figure before exposure from which on CUPED is worthwhile. Source: RES-52. */
const HISTORY_SHARE = 0.05;

/** Whether CUPED can adjust a metric of this kind. Source: RES-52. */
export function canBeAdjusted(kind: MetricKind): boolean {
  return kind === 'CONVERSION' || kind === 'COUNT' || kind === 'MEAN';
}

/** Whether a plan adjusts a metric by default, given the share of recent units with a figure before exposure. */
export function isAdjustedByDefault(kind: MetricKind, historyShare: number): boolean {
  return canBeAdjusted(kind) && historyShare >= HISTORY_SHARE;
}

/** CUPED's adjustment of the levels of one metric, the same for all values. */
export interface Adjustment {
  readonly theta: number;
  /** Mean of the figure before exposure, over the units of all values. */
  readonly mean: number;
  /** Variance of `theta` times that mean. Every adjusted level contains it. */
  readonly sharedVariance: number;
}

/**
 * The adjustment with the least remaining variance, from the units of ALL values together. theta is 0
 * where either figure does not vary. Source: Deng, Xu, Kohavi and Walker, "Improving the Sensitivity
 * of Online Controlled Experiments by Utilizing Pre-Experiment Data" (WSDM 2013);
 * RES-52, F4; RES-53, F8.
 */
export function adjustmentOf(values: Iterable<Moments>, kind: MetricKind): Adjustment {
  const { n, m2, x } = mergeAll(values);
  if (x === undefined) return { theta: 0, mean: 0, sharedVariance: 0 };
  const theta = x.m2 > 0 && m2 > 0 ? x.c / x.m2 : 0;
  const variance = secondMoment(x.m2, n, kind);
  return { theta, mean: x.mean, sharedVariance: n === 0 ? 0 : (theta * theta * variance) / n };
}

/** The level of one value adjusted by CUPED; not for RATIO. Source: RES-52, F4. */
export function adjustedLevelOf(
  moments: Moments,
  kind: MetricKind,
  { theta, mean, sharedVariance }: Adjustment,
): Level {
  const { n, x = { mean, m2: 0, c: 0 } } = moments;
  const variance =
    secondMoment(moments.m2, n, kind) +
    theta * theta * secondMoment(x.m2, n, kind) -
    2 * theta * secondMoment(x.c, n, kind);
  return { n, mean: moments.mean - theta * (x.mean - mean), variance, sharedVariance };
}
