import { normalCdf, normalDensity, normalUpperTail } from './distributions/normal.ts';
import type { Better } from './guardrail.ts';

/** What is believed before the data: N(mean, variance). */
export interface Prior {
  readonly mean: number;
  readonly variance: number;
}

/** What is believed of a difference after the data: N(mean, deviation²). */
export interface Posterior {
  readonly mean: number;
  readonly deviation: number;
}

/** From here on the normal tails are 0 as doubles. */
const CERTAIN = 37;

/** Without a prior, the data alone. For the raw figures. Source: RES-59, F15. */
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

/** The chance that the treatment is better. Source: RES-59, F15. */
export function chanceToBeBetter({ mean, deviation }: Posterior, better: Better): number {
  return normalCdf((better === 'UP' ? mean : -mean) / deviation);
}

/**
 * What is lost on average by choosing the treatment where more is better: its shortfall, 0 where it
 * is better. Source: GrowthBook, gbstats, `get_risk`; RES-59, F15.
 */
export function lossOfTreatment({ mean, deviation }: Posterior): number {
  const z = mean / deviation;
  if (Math.abs(z) > CERTAIN) return Math.max(-mean, 0);
  return deviation * normalDensity(z) - mean * normalUpperTail(z);
}

/** What is lost on average by keeping the control where more is better. Source: RES-59, F15. */
export function lossOfControl({ mean, deviation }: Posterior): number {
  return lossOfTreatment({ mean: -mean, deviation });
}
