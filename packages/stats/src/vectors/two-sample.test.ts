import { expect } from 'vitest';
import {
  alwaysValidP,
  criticalValue,
  logEvidence,
  oneSidedCriticalValue,
} from '../confidence-sequence.ts';
import { normalQuantile, normalUpperTail } from '../distributions/normal.ts';
import { studentTQuantile, studentTUpperTail } from '../distributions/student-t.ts';
import {
  chanceToBeBetter,
  lossOfControl,
  lossOfTreatment,
  type Prior,
  posteriorOf,
} from '../posterior.ts';
import { powerOf } from '../power.ts';
import { expectClose, type VectorNumber } from '../testing/close.ts';
import type { Sums } from '../testing/moments-of-sums.ts';
import { prove } from '../testing/prove.ts';
import {
  approximateTuning,
  type PublishedInput,
  publishedEstimate,
} from '../testing/published-scale.ts';
import { toleranceOf } from '../testing/vectors.ts';

interface Interval {
  readonly ci: readonly [VectorNumber, VectorNumber];
}

interface TwoSample extends Interval {
  readonly estimate: number;
  readonly se: number;
  readonly p_value: number;
  readonly df: number;
  readonly theta?: number;
  readonly se_unadjusted?: number;
  readonly variance_reduction?: number;
}

type WithAlpha = PublishedInput & { readonly alpha: number };

prove<WithAlpha, TwoSample>('two_sample', (input, full) => {
  const tolerance = toleranceOf('two_sample');
  const { estimate, standardError, df, theta } = publishedEstimate(input);
  const half = studentTQuantile(1 - input.alpha / 2, df) * standardError;
  expectClose(estimate, full.estimate, tolerance);
  expectClose(standardError, full.se, tolerance);
  expectClose(df, full.df, tolerance);
  expectClose(estimate - half, full.ci[0], tolerance);
  expectClose(estimate + half, full.ci[1], tolerance);
  const p = 2 * studentTUpperTail(Math.abs(estimate) / standardError, df);
  expectClose(p, full.p_value, toleranceOf('two_sample', 'tolerance_p'));
  expectClose(theta, full.theta ?? 0, tolerance);
  if (full.variance_reduction === undefined) return;
  const plain = publishedEstimate(withoutCuped(input)).standardError;
  expectClose(plain, full.se_unadjusted ?? Number.NaN, tolerance);
  expectClose(1 - (standardError / plain) ** 2, full.variance_reduction, tolerance);
});

function withoutCuped<Input extends PublishedInput>(input: Input): Input {
  const post = (sums: Sums) => (sums.type === 'mean_cuped' ? sums.post : sums);
  return { ...input, control: post(input.control), treatment: post(input.treatment) };
}

prove<WithAlpha, TwoSample>('two_sample_one_sided', (input, full) => {
  const tolerance = toleranceOf('two_sample_one_sided');
  const { estimate, standardError, df } = publishedEstimate(input);
  expectClose(estimate, full.estimate, tolerance);
  expectClose(standardError, full.se, tolerance);
  expectClose(df, full.df, tolerance);
  const half = studentTQuantile(1 - input.alpha, df) * standardError;
  expectClose(estimate - half, full.ci[0], tolerance);
  expect(full.ci[1]).toBe('Infinity');
  const p = studentTUpperTail(estimate / standardError, df);
  expectClose(p, full.p_value, toleranceOf('two_sample_one_sided', 'tolerance_p'));
});

type Sequential = WithAlpha & { readonly n_tune: number };

prove<Sequential, TwoSample>('two_sample_sequential', (input, full) => {
  const tolerance = toleranceOf('two_sample_sequential');
  const { estimate, standardError } = publishedEstimate(input);
  const n = input.control.n + input.treatment.n;
  const r = approximateTuning(input.n_tune, input.alpha);
  const half = criticalValue(n, r, input.alpha) * standardError;
  expectClose(estimate, full.estimate, tolerance);
  expectClose(standardError, full.se, tolerance);
  expectClose(estimate - half, full.ci[0], tolerance);
  expectClose(estimate + half, full.ci[1], tolerance);
  const p = alwaysValidP(logEvidence(estimate / standardError, n, r));
  expectClose(p, full.p_value, toleranceOf('two_sample_sequential', 'tolerance_p'));
});

prove<Sequential, TwoSample>('two_sample_sequential_one_sided', (input, full) => {
  const tolerance = toleranceOf('two_sample_sequential_one_sided');
  const { estimate, standardError } = publishedEstimate(input);
  const n = input.control.n + input.treatment.n;
  const r = approximateTuning(input.n_tune, 2 * input.alpha);
  const half = oneSidedCriticalValue(n, r, input.alpha) * standardError;
  expectClose(estimate, full.estimate, tolerance);
  expectClose(standardError, full.se, tolerance);
  expectClose(estimate - half, full.ci[0], tolerance);
  expect(full.ci[1]).toBe('Infinity');
});

interface Bayes extends Interval {
  readonly estimate: number;
  readonly se: number;
  readonly chance_to_win: number;
  readonly risk: readonly [number, number];
}

prove<WithAlpha, Bayes>('bayes_two_sample', (input, full) => {
  const tolerance = toleranceOf('bayes_two_sample');
  const loose = toleranceOf('bayes_two_sample', 'tolerance_ci_and_risk');
  const { estimate, standardError } = publishedEstimate(input);
  const posterior = posteriorOf(estimate, standardError);
  expectClose(posterior.mean, full.estimate, tolerance);
  expectClose(posterior.deviation, full.se, tolerance);
  const half = normalQuantile(1 - input.alpha / 2) * posterior.deviation;
  expectClose(posterior.mean - half, full.ci[0], loose);
  expectClose(posterior.mean + half, full.ci[1], loose);
  expectClose(chanceToBeBetter(posterior, 'UP'), full.chance_to_win, tolerance);
  expectClose(lossOfControl(posterior), full.risk[0], loose);
  expectClose(lossOfTreatment(posterior), full.risk[1], loose);
});

interface Risk {
  readonly risk: readonly [number, number];
}

prove<{ mean: number; sd: number }, Risk>('bayes_risk', ({ mean, sd }, full) => {
  const tolerance = toleranceOf('bayes_risk');
  expectClose(lossOfControl({ mean, deviation: sd }), full.risk[0], tolerance);
  expectClose(lossOfTreatment({ mean, deviation: sd }), full.risk[1], tolerance);
});

type Scaling = PublishedInput & {
  readonly alpha: number;
  readonly target_mde: number;
  readonly target_power: number;
  readonly prior: Prior | null;
};

prove<Scaling, { scaling_factor: number; power_at_factor: number }>(
  'power_scaling',
  (input, full) => {
    const { alpha, target_mde, prior } = input;
    const { standardError } = publishedEstimate(input);
    const variance = standardError ** 2 / (1 + full.scaling_factor);
    const deviation = Math.sqrt(variance);
    const z = normalQuantile(1 - alpha / 2);
    const power =
      prior === null
        ? powerOf(target_mde, deviation, z)
        : powerWithPrior(target_mde, variance, z, prior);
    expect(Math.abs(power - input.target_power)).toBeLessThanOrEqual(toleranceOf('power_scaling'));
    expectClose(power, full.power_at_factor, toleranceOf('power_scaling'));
  },
);

/** Source: vectors.json, kind power_scaling. */
function powerWithPrior(difference: number, variance: number, z: number, prior: Prior): number {
  const certainty = z * Math.sqrt(1 / variance + 1 / prior.variance);
  const shift = prior.mean / prior.variance;
  const above = variance * (certainty - shift);
  const below = variance * (-certainty - shift);
  const deviation = Math.sqrt(variance);
  return (
    normalUpperTail((above - difference) / deviation) +
    normalUpperTail((difference - below) / deviation)
  );
}
