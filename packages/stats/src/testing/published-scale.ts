import { adjustedLevelOf, adjustmentOf, type Level } from '../level.ts';
import { secondMoment } from '../moments.ts';
import {
  type CupedSums,
  kindOfSums,
  levelOfSums,
  momentsOfSums,
  type Sums,
} from './moments-of-sums.ts';

/** An estimate in the form of the published test suites. */
export interface PublishedEstimate {
  readonly estimate: number;
  readonly standardError: number;
  readonly df: number;
  readonly theta: number;
}

export interface PublishedInput {
  readonly control: Sums;
  readonly treatment: Sums;
  readonly difference: 'relative' | 'absolute';
}

/**
 * The difference, or the relative difference by the delta method, with the unpooled standard error. The product does not
 * use it: it computes lifts by Fieller's theorem. Source: vectors.json, formula P1.
 */
export function publishedEstimate(input: PublishedInput): PublishedEstimate {
  const { control, treatment, theta } = levelsOf(input);
  const a = control.variance / control.n;
  const b = treatment.variance / treatment.n;
  const df = (a + b) ** 2 / (a ** 2 / (control.n - 1) + b ** 2 / (treatment.n - 1));
  const difference = treatment.mean - control.mean;
  if (input.difference === 'absolute') {
    return { estimate: difference, standardError: Math.sqrt(a + b), df, theta };
  }
  const baseline = unadjusted(input.control).mean;
  const ratio = unadjusted(input.treatment).mean / baseline;
  const variance = b + controlVariance(input.control, ratio, theta) / control.n;
  return {
    estimate: difference / Math.abs(baseline),
    standardError: Math.sqrt(variance) / Math.abs(baseline),
    df,
    theta,
  };
}

/** The control's part of the variance of a ratio whose denominator is the control's unadjusted mean. */
function controlVariance(sums: Sums, ratio: number, theta: number): number {
  const { n, m2, x } = momentsOfSums(sums);
  const kind = kindOfSums(sums);
  const own = ratio * ratio * secondMoment(m2, n, kind);
  if (x === undefined) return own;
  return (
    own +
    theta * theta * secondMoment(x.m2, n, kind) -
    2 * theta * ratio * secondMoment(x.c, n, kind)
  );
}

function levelsOf({ control, treatment }: PublishedInput): {
  control: Level;
  treatment: Level;
  theta: number;
} {
  if (control.type !== 'mean_cuped') {
    return { control: levelOfSums(control), treatment: levelOfSums(treatment), theta: 0 };
  }
  const arms = [momentsOfSums(control), momentsOfSums(treatment)] as const;
  const adjustment = adjustmentOf(arms, 'MEAN');
  return {
    control: adjustedLevelOf(arms[0], 'MEAN', adjustment),
    treatment: adjustedLevelOf(arms[1], 'MEAN', adjustment),
    theta: adjustment.theta,
  };
}

function unadjusted(sums: Sums): Level {
  return levelOfSums(sums.type === 'mean_cuped' ? (sums as CupedSums).post : sums);
}

/** The approximate tuning that the published sources use instead of F5. */
export function approximateTuning(units: number, alpha: number): number {
  return units / (-2 * Math.log(alpha) + Math.log(1 - 2 * Math.log(alpha)));
}
