import { normalCdf, normalDensity, normalUpperTail } from './distributions/normal.ts';
import type { Better } from './guardrail.ts';

/** The belief before the data: N(mean, variance). */
export interface Prior {
  readonly mean: number;
  readonly variance: number;
}

/** The belief about a difference after the data: N(mean, deviation²). */
export interface Posterior {
  readonly mean: number;
  readonly deviation: number;
}

/** From this number of deviations on, the tails of the normal distribution are 0 as doubles. */
const CERTAIN = 37;

/** The posterior of a difference; without a prior, from the data alone. For the raw figures. Source: RES-59, F15. */
export function posteriorOf(difference: number, standardError: number, prior?: Prior): Posterior {
  if (prior === undefined) return { mean: difference, deviation: standardError };
  const data = 1 / (standardError * standardError);
  const before = 1 / prior.variance;
  const variance = 1 / (data + before);
  return {
    mean: variance * (difference * data + prior.mean * before),
    deviation: Math.sqrt(variance),
  };
}

/** The probability that the treatment is better. Source: RES-59, F15. */
export function chanceToBeBetter({ mean, deviation }: Posterior, better: Better): number {
  return normalCdf((better === 'UP' ? mean : -mean) / deviation);
}

/**
 * The expected loss of choosing the treatment, for a metric that is better UP: its mean shortfall, which counts as 0
 * where the treatment is better. Source: GrowthBook, gbstats, `get_risk`; RES-59, F15.
 */
export function lossOfTreatment({ mean, deviation }: Posterior): number {
  const z = mean / deviation;
  if (Math.abs(z) > CERTAIN) return Math.max(-mean, 0);
  return deviation * normalDensity(z) - mean * normalUpperTail(z);
}

/** The expected loss of keeping the control, for a metric that is better UP. Source: RES-59, F15. */
export function lossOfControl({ mean, deviation }: Posterior): number {
  return lossOfTreatment({ mean: -mean, deviation });
}
