import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult } from '@comporta/contract/analyses/results';
import {
  type Comparison,
  compare,
  type Limit,
  levelIn,
  type MetricMoments,
  varianceReduction,
} from '@comporta/stats/comparison';
import { alwaysValidP } from '@comporta/stats/confidence-sequence';
import type { Exploration } from '@comporta/stats/family';
import { fixedP } from '@comporta/stats/fixed-look';
import { type AnalysisPlan, familyLimit } from '@comporta/stats/limits';
import { holm } from '@comporta/stats/multiplicity';
import {
  chanceToBeBetter,
  lossOfControl,
  lossOfTreatment,
  posteriorOf,
} from '@comporta/stats/posterior';
import { momentsOf, type PhaseFigures, statisticalMetric } from './phase-figures.ts';

interface Compared {
  readonly comparisons: readonly Comparison[];
  /** The limit that the comparisons were made with. */
  readonly limit: Limit;
  /** The moments that the comparisons were made of; by default all that were counted. */
  readonly moments?: MetricMoments;
  readonly states?: readonly ('HARMED' | 'SAFE' | 'OPEN' | 'SHUT')[];
  readonly standsOut?: readonly boolean[];
}

/** A metric of a family, with the limit that follows from the size of the family. */
export function exploredIn(
  plan: AnalysisPlan,
  { comparisons, standsOut }: Exploration = { comparisons: [], standsOut: [] },
): Compared {
  return {
    comparisons,
    standsOut,
    limit: familyLimit(plan, comparisons[0]?.alpha ?? plan.alpha),
  };
}

/** The result of a metric: its levels, and each value compared with the control. */
export function resultsIn(figures: PhaseFigures, values: readonly string[]) {
  return (metric: MeasuredMetric, compared: Compared): MetricResult => {
    const { comparisons, limit, states, standsOut } = compared;
    const all = momentsOf(figures, metric);
    const statistical = statisticalMetric(metric);
    const unadjusted = metric.cuped
      ? compare({ ...statistical, cuped: false }, compared.moments ?? all, limit)
      : [];
    const pFixed = comparisons.map(({ effect, logE }) =>
      effect !== undefined && logE === undefined ? fixedP(effect) : undefined,
    );
    const pHolm = pFixed.every((p) => p !== undefined) ? holm(pFixed) : [];
    return {
      no: metric.no,
      role: metric.role,
      key: metric.key,
      values: [all.control, ...all.treatments].map((moments, place) => {
        const level = moments.n === 0 ? undefined : levelIn(statistical, all, moments);
        return {
          value: values[place] ?? '',
          users: moments.n,
          positive: moments.positive,
          ...(level && Number.isFinite(level.mean) && { level: level.mean }),
          ...(level &&
            Number.isFinite(level.variance) && {
              deviation: Math.sqrt(Math.max(0, level.variance)),
            }),
        };
      }),
      comparisons: comparisons.map((comparison, place) => {
        const { alpha, effect, difference, lift, logE, notComputable } = comparison;
        const state = states?.[place];
        const without = unadjusted[place];
        const posterior = effect && posteriorOf(effect.difference, effect.standardError);
        const isUp = metric.better === 'UP';
        return {
          value: values[place + 1] ?? '',
          alpha,
          ...(effect && difference && { difference: { point: effect.difference, ...difference } }),
          ...(lift && { lift }),
          ...(notComputable && { notComputable }),
          ...(state && { guardrail: state }),
          ...(standsOut && { standsOut: standsOut[place] ?? false }),
          ...(effect &&
            without?.effect && {
              unadjusted: {
                varianceReduction: varianceReduction(effect, without.effect),
                ...(without.lift && { lift: without.lift }),
              },
            }),
          ...(effect &&
            posterior && {
              raw: {
                standardError: effect.standardError,
                ...(logE !== undefined && { logE, pValue: alwaysValidP(logE) }),
                ...(pFixed[place] !== undefined && { pFixed: pFixed[place] }),
                ...(pHolm[place] !== undefined && { pHolm: pHolm[place] }),
                chanceToBeBetter: chanceToBeBetter(posterior, metric.better),
                expectedLoss: {
                  ofValue: isUp ? lossOfTreatment(posterior) : lossOfControl(posterior),
                  ofControl: isUp ? lossOfControl(posterior) : lossOfTreatment(posterior),
                },
              },
            }),
        };
      }),
    };
  };
}
