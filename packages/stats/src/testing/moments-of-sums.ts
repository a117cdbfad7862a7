import { type Level, levelOf } from '../level.ts';
import type { MetricKind, Moments } from '../moments.ts';

/** Raw sums, the form of published test suites. The product never adds up raw squares (RES-43). */
export type Sums = MeanSums | ProportionSums | CupedSums;

interface MeanSums {
  readonly type: 'mean';
  readonly n: number;
  readonly sum: number;
  readonly sum_squares: number;
}

interface ProportionSums {
  readonly type: 'proportion';
  readonly n: number;
  readonly sum: number;
}

export interface CupedSums {
  readonly type: 'mean_cuped';
  readonly n: number;
  readonly post: MeanSums;
  readonly pre: MeanSums;
  readonly sum_post_pre: number;
}

/** Source: RES-51, F1. */
export function momentsOfSums(sums: Sums): Moments {
  if (sums.type === 'mean_cuped') {
    const { n, post, pre, sum_post_pre } = sums;
    const { mean, m2 } = momentsOfSums(pre);
    return { ...momentsOfSums(post), x: { mean, m2, c: sum_post_pre - (post.sum * pre.sum) / n } };
  }
  const { n, sum } = sums;
  const squares = sums.type === 'mean' ? sums.sum_squares : sum;
  return { n, positive: n, mean: sum / n, m2: squares - (sum * sum) / n };
}

export function kindOfSums(sums: Sums): MetricKind {
  return sums.type === 'proportion' ? 'CONVERSION' : 'MEAN';
}

export function levelOfSums(sums: Sums): Level {
  const level = levelOf(momentsOfSums(sums), kindOfSums(sums));
  if (level === undefined) throw new Error('A mean has no denominator.');
  return level;
}
