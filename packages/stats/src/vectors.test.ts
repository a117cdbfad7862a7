import { describe, expect, test } from 'vitest';
import {
  alwaysValidP,
  criticalValue,
  logEvidence,
  oneSidedCriticalValue,
  tuning,
} from './confidence-sequence.ts';
import { chiSquaredUpperTail } from './distributions/chi-squared.ts';
import { normalQuantile, normalUpperTail } from './distributions/normal.ts';
import { studentTQuantile, studentTUpperTail } from './distributions/student-t.ts';
import { type Effect, effectOf } from './effect.ts';
import { fixedCriticalValue, fixedP, welchDegrees } from './fixed-look.ts';
import { adjustmentOf, type Level } from './level.ts';
import { differenceInterval, liftOf } from './lift.ts';
import { mergeAll, momentsOfUnit, secondMoment } from './moments.ts';
import * as multiplicity from './multiplicity.ts';
import {
  chanceToBeBetter,
  lossOfControl,
  lossOfTreatment,
  type Prior,
  posteriorOf,
} from './posterior.ts';
import { hybridAlphas, pairUnits, powerOf } from './power.ts';
import { mismatchLogE, sampleRatio } from './sample-ratio.ts';
import { expectClose, type VectorNumber } from './testing/close.ts';
import { type CupedSums, momentsOfSums, type Sums } from './testing/moments-of-sums.ts';
import {
  approximateTuning,
  type PublishedInput,
  publishedEstimate,
} from './testing/published-scale.ts';
import { casesOf, toleranceOf, VECTORS } from './testing/vectors.ts';

/** Kinds that are proved below; every case of the file has one of them. */
const PROVED = new Set<string>();

/** Tests every case of a kind; the titles bear the ids of the cases. */
function prove<Input, Full>(
  kind: string,
  compare: (input: Input, full: Full, method: string) => void,
): void {
  PROVED.add(kind);
  describe(kind, () => {
    test.each(casesOf<Input, Full>(kind))(
      'RES-60: $id $method',
      ({ input, full, published, method }) => {
        const expected = full ?? published;
        if (expected === undefined) throw new Error('The case has no figures.');
        compare(input, expected, method);
      },
    );
  });
}

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

prove<{ control: CupedSums; treatment: CupedSums }, { theta: number }>(
  'cuped_theta',
  ({ control, treatment }, full) => {
    const { theta } = adjustmentOf([momentsOfSums(control), momentsOfSums(treatment)], 'MEAN');
    expectClose(theta, full.theta, toleranceOf('cuped_theta'));
  },
);

interface Samples {
  readonly x?: readonly number[];
  readonly y?: readonly number[];
  readonly x0?: number;
  readonly d?: number;
  readonly n?: number;
}

interface SampleStats {
  readonly mean?: number;
  readonly variance?: number;
  readonly covariance?: number;
  readonly sd?: number;
}

prove<Samples, SampleStats>('sample_stats', (input, full, method) => {
  const values = input.x ?? nistValues(input);
  const units = values.map((y, index) => ({ y, x: input.y?.[index] }));
  const { n, mean, m2, x } = mergeAll(units.map(momentsOfUnit));
  const tolerance = toleranceOf('sample_stats');
  const variance = secondMoment(m2, n, 'MEAN');
  if (method === 'covariance') {
    expectClose(
      secondMoment(x?.c ?? Number.NaN, n, 'MEAN'),
      full.covariance ?? Number.NaN,
      tolerance,
    );
    return;
  }
  expectClose(mean, full.mean ?? Number.NaN, tolerance);
  if (full.variance !== undefined) expectClose(variance, full.variance, tolerance);
  else {
    const loose = toleranceOf('sample_stats', 'tolerance_sd');
    expectClose(Math.sqrt(variance), full.sd ?? Number.NaN, loose);
  }
});

function nistValues({ x0 = 0, d = 0, n = 0 }: Samples): number[] {
  const pairs = Array.from({ length: (n - 1) / 2 }, () => [x0 - d, x0 + d]);
  return [x0, ...pairs.flat()];
}

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

interface Srm {
  readonly p_value?: number;
  readonly chi2?: number | null;
  readonly p_value_correct?: number;
}

prove<{ observed: readonly number[]; weights: readonly number[] }, Srm>('srm', (input, full) => {
  const tolerance = toleranceOf('srm');
  const arms = input.observed.map((units, index) => ({ units, share: input.weights[index] ?? 0 }));
  const { p, chiSquared } = sampleRatio(arms);
  expectClose(p, full.p_value_correct ?? full.p_value ?? Number.NaN, tolerance);
  if (typeof full.chi2 === 'number') expectClose(chiSquared, full.chi2, tolerance);
});

interface SrmSequential {
  readonly counts: readonly (readonly number[])[];
  readonly probabilities: readonly number[];
  readonly dirichlet_alpha: readonly number[];
}

interface SrmSteps {
  readonly steps: readonly { readonly log_bf: number; readonly p_value: number }[];
}

prove<SrmSequential, SrmSteps>('srm_sequential', (input, full) => {
  const { counts, probabilities, dirichlet_alpha } = input;
  const tolerance = toleranceOf('srm_sequential');
  expect(full.steps).toHaveLength(counts.length);
  let p = 1;
  full.steps.forEach((step, index) => {
    const arms = probabilities.map((share, arm) => ({
      share,
      prior: dirichlet_alpha[arm] ?? Number.NaN,
      units: counts.slice(0, index + 1).reduce((sum, day) => sum + (day[arm] ?? 0), 0),
    }));
    const logE = mismatchLogE(arms);
    p = Math.min(p, Math.exp(-logE));
    expectClose(logE, step.log_bf, tolerance);
    expectClose(p, step.p_value, tolerance);
  });
});

interface Multiple {
  readonly p?: readonly number[];
  readonly e?: readonly number[];
  readonly alpha?: number;
}

interface Adjusted {
  readonly adjusted?: readonly number[];
  readonly rejected_indices?: readonly number[];
}

const ADJUST: Readonly<Record<string, multiplicity.Adjust>> = {
  benjamini_hochberg: multiplicity.benjaminiHochberg,
  benjamini_yekutieli: multiplicity.benjaminiYekutieli,
  bonferroni: multiplicity.bonferroni,
  holm: multiplicity.holm,
};

prove<Multiple, Adjusted>('multiple_testing', ({ p = [], e = [], alpha = 0 }, full, method) => {
  if (method === 'e_bh') {
    const rejected = multiplicity.eBenjaminiHochberg(e.map(Math.log), alpha);
    expect(rejected.toSorted()).toEqual(full.rejected_indices);
    return;
  }
  const adjusted = ADJUST[method]?.(p) ?? [];
  expect(adjusted).toHaveLength(full.adjusted?.length ?? -1);
  adjusted.forEach((one, index) => {
    expectClose(one, full.adjusted?.[index] ?? Number.NaN, toleranceOf('multiple_testing'));
  });
});

interface Sequence {
  readonly v_opt?: number;
  readonly v?: number;
  readonly z?: number;
  readonly n?: number;
  readonly alpha?: number;
  readonly alpha_for_tuning?: number;
  readonly n_tune?: number;
}

interface SequenceFigures {
  readonly rho?: number;
  readonly rho_exact_lambertW?: number;
  readonly bound?: number;
  readonly r_approx?: number;
  readonly critical_approx?: number;
  readonly r_exact_lambertW?: number;
  readonly critical_exact?: number;
  readonly z_fixed?: number;
  readonly log_e?: number;
  readonly p_value?: number;
  readonly critical?: number;
  readonly rejects?: boolean;
}

prove<Sequence, SequenceFigures>('confidence_sequence', (input, full, method) => {
  const { v = 0, z = 0, v_opt = 0, n_tune = v_opt } = input;
  const n = input.n ?? v;
  const alpha = input.alpha ?? input.alpha_for_tuning ?? Number.NaN;
  const approximate = approximateTuning(n_tune, alpha);
  const exact = tuning(n_tune, alpha);
  const logE = logEvidence(z, n, approximate);
  const critical = criticalValue(n, approximate, alpha);
  const figures: Readonly<Record<string, SequenceFigures>> = {
    robbins_mixture_best_rho: { rho: approximate, rho_exact_lambertW: exact },
    robbins_bound_two_sided: { bound: Math.sqrt(v) * critical },
    asymptotic_cs_critical_value: {
      r_approx: approximate,
      critical_approx: critical,
      r_exact_lambertW: exact,
      critical_exact: criticalValue(n, exact, alpha),
      z_fixed: normalQuantile(1 - alpha / 2),
    },
    asymptotic_cs_p_value: {
      log_e: logE,
      critical,
      rejects: Math.abs(z) > critical,
      p_value: alwaysValidP(logE),
    },
  };
  const actual: Readonly<Record<string, number | boolean | undefined>> = { ...figures[method] };
  expect(Object.keys(full).toSorted()).toEqual(Object.keys(actual).toSorted());
  for (const [name, expected] of Object.entries(full)) {
    if (typeof expected !== 'number') expect(actual[name]).toBe(expected);
    else {
      const tolerance = name === 'p_value' ? 'tolerance_p' : 'tolerance';
      expectClose(Number(actual[name]), expected, toleranceOf('confidence_sequence', tolerance));
    }
  }
});

interface SampleInput {
  readonly mean: number;
  readonly variance: number;
  readonly n: number;
}

/** The effect of two levels; the cases of the file all vary. */
function effectBetween(control: SampleInput, treatment: SampleInput): Effect {
  const effect = effectOf(level(control), level(treatment));
  if (effect === 'NO_VARIANCE') throw new Error('A level does not vary.');
  return effect;
}

function level({ n, mean, variance }: SampleInput): Level {
  return { n, mean, variance, sharedVariance: 0 };
}

/** The same with the unpooled standard error, which the product does not use by itself. */
function unpooled(effect: Effect): Effect {
  const { inflation } = effect;
  return {
    ...effect,
    inflation: 1,
    standardError: effect.standardError / Math.sqrt(inflation),
    controlVariance: effect.controlVariance / inflation,
    treatmentVariance: effect.treatmentVariance / inflation,
  };
}

interface WelchInput {
  readonly mean1: number;
  readonly var1: number;
  readonly n1: number;
  readonly mean2: number;
  readonly var2: number;
  readonly n2: number;
}

prove<WelchInput, { t: number; df: number; p_value: number }>(
  't_test_from_stats',
  (input, full) => {
    const effect = unpooled(
      effectBetween(
        { mean: input.mean2, variance: input.var2, n: input.n2 },
        { mean: input.mean1, variance: input.var1, n: input.n1 },
      ),
    );
    const tolerance = toleranceOf('t_test_from_stats');
    expectClose(effect.difference / effect.standardError, full.t, tolerance);
    expectClose(welchDegrees(effect), full.df, tolerance);
    expectClose(fixedP(effect), full.p_value, toleranceOf('t_test_from_stats', 'tolerance_p'));
  },
);

interface Proportions {
  readonly x_c: number;
  readonly n_c: number;
  readonly x_t: number;
  readonly n_t: number;
  readonly critical: number;
}

interface ProportionFigures {
  readonly diff: number;
  readonly se_unpooled: number;
  readonly z_unpooled: number;
  readonly p_unpooled: number;
  readonly ci_abs: readonly [number, number];
  readonly z_pooled: number;
  readonly p_pooled: number;
  readonly lift: number;
  readonly lift_ci_delta: readonly [number, number];
  readonly lift_ci_fieller: readonly [number, number];
}

prove<Proportions, ProportionFigures>('proportion_difference', (input, full) => {
  const tolerance = toleranceOf('proportion_difference');
  const { x_c, n_c, x_t, n_t, critical } = input;
  const effect = unpooled(effectBetween(proportion(x_c, n_c), proportion(x_t, n_t)));
  const { difference, standardError } = effect;
  expectClose(difference, full.diff, tolerance);
  expectClose(standardError, full.se_unpooled, tolerance);
  expectClose(difference / standardError, full.z_unpooled, tolerance);
  expectClose(2 * normalUpperTail(difference / standardError), full.p_unpooled, tolerance);
  const { low, high } = differenceInterval(effect, critical);
  expectClose(low, full.ci_abs[0], tolerance);
  expectClose(high, full.ci_abs[1], tolerance);
  const z = difference / Math.sqrt(pooledProportionVariance([x_c, x_t], [n_c, n_t]));
  expectClose(z, full.z_pooled, tolerance);
  expectClose(2 * normalUpperTail(z), full.p_pooled, tolerance);
  const lift = liftOf(effect, critical);
  if (typeof lift === 'string') throw new Error(lift);
  expectClose(lift.point, full.lift, tolerance);
  expectClose(lift.low, full.lift_ci_fieller[0], tolerance);
  expectClose(lift.high, full.lift_ci_fieller[1], tolerance);
  const published = publishedEstimate({
    control: { type: 'proportion', n: n_c, sum: x_c },
    treatment: { type: 'proportion', n: n_t, sum: x_t },
    difference: 'relative',
  });
  const half = critical * published.standardError;
  expectClose(published.estimate - half, full.lift_ci_delta[0], tolerance);
  expectClose(published.estimate + half, full.lift_ci_delta[1], tolerance);
});

function proportion(x: number, n: number): SampleInput {
  return { n, mean: x / n, variance: (x / n) * (1 - x / n) };
}

type Two = readonly [number, number];

function pooledProportionVariance(x: Two, n: Two): number {
  const p = (x[0] + x[1]) / (n[0] + n[1]);
  return p * (1 - p) * (1 / n[0] + 1 / n[1]);
}

interface ProportionTest {
  readonly chi2: number;
  readonly p_value: number;
  readonly ci_p1_minus_p2_unpooled: Two;
}

prove<{ x: Two; n: Two }, ProportionTest>('proportion_test', ({ x, n }, full) => {
  const tolerance = toleranceOf('proportion_test');
  const effect = unpooled(effectBetween(proportion(x[1], n[1]), proportion(x[0], n[0])));
  const chiSquared = effect.difference ** 2 / pooledProportionVariance(x, n);
  expectClose(chiSquared, full.chi2, tolerance);
  expectClose(chiSquaredUpperTail(chiSquared, 1), full.p_value, tolerance);
  const { low, high } = differenceInterval(effect, normalQuantile(0.975));
  expectClose(low, full.ci_p1_minus_p2_unpooled[0], tolerance);
  expectClose(high, full.ci_p1_minus_p2_unpooled[1], tolerance);
});

interface PowerInput {
  readonly mde_abs?: number;
  readonly variance?: number;
  readonly baseline?: number;
  readonly alpha: number;
  readonly power?: number;
  readonly n?: number;
  readonly p1?: number;
  readonly p2?: number;
}

prove<PowerInput, { n_total?: number; power?: number }>('power', (input, full, method) => {
  const tolerance = toleranceOf('power');
  const { alpha, n = 0, p1 = 0, p2 = 0, mde_abs = 0, power = 0, baseline = 0 } = input;
  if (method === 'power_prop_test') {
    const pooled = pooledProportionVariance([n * p1, n * p2], [n, n]);
    const own = proportion(n * p1, n).variance / n + proportion(n * p2, n).variance / n;
    const critical = normalQuantile(1 - alpha / 2) * Math.sqrt(pooled / own);
    const actual = normalUpperTail(critical - Math.abs(p1 - p2) / Math.sqrt(own));
    expectClose(actual, full.power ?? Number.NaN, tolerance);
    return;
  }
  const variance = input.variance ?? baseline * (1 - baseline);
  const pair = { controlVariance: variance, treatmentVariance: variance, difference: mde_abs };
  const units = pairUnits({ ...pair, treatmentShare: 0.5, alpha, power }, 'FIXED');
  expectClose(units, full.n_total ?? Number.NaN, tolerance);
});

prove<{ p: readonly number[]; df?: readonly number[] }, { q: readonly number[] }>(
  'distribution',
  ({ p, df }, full) => {
    p.forEach((one, index) => {
      const q = df ? studentTQuantile(one, df[index] ?? Number.NaN) : normalQuantile(one);
      expectClose(q, full.q[index] ?? Number.NaN, toleranceOf('distribution'));
    });
  },
);

interface SequentialPair {
  readonly control: SampleInput;
  readonly treatment: SampleInput;
  readonly alpha: number;
  readonly n_tune: number;
}

interface LiftFigures {
  readonly bounded: boolean;
  readonly lift_ci: Two;
  readonly lift: number;
  readonly critical: number;
  readonly abs_ci: Two;
  readonly abs_rejects: boolean;
}

prove<SequentialPair, LiftFigures>('relative_lift', (input, full) => {
  const tolerance = toleranceOf('relative_lift');
  const { alpha, n_tune } = input;
  const effect = unpooled(effectBetween(input.control, input.treatment));
  const critical = criticalValue(effect.n, tuning(n_tune, alpha), alpha);
  expectClose(critical, full.critical, tolerance);
  const { low, high } = differenceInterval(effect, critical);
  expectClose(low, full.abs_ci[0], tolerance);
  expectClose(high, full.abs_ci[1], tolerance);
  expect(low > 0 || high < 0).toBe(full.abs_rejects);
  const lift = liftOf(effect, critical);
  expect(typeof lift !== 'string').toBe(full.bounded);
  if (typeof lift === 'string') return;
  expectClose(lift.point, full.lift, tolerance);
  expectClose(lift.low, full.lift_ci[0], tolerance);
  expectClose(lift.high, full.lift_ci[1], tolerance);
});

interface RobustFigures {
  readonly se_unpooled: number;
  readonly se_pooled: number;
  readonly se_used: number;
  readonly scale: number;
  readonly critical: number;
  readonly diff: number;
  readonly abs_ci: Two;
  readonly log_e: number;
  readonly p_value: number;
  readonly lift_ci: Two;
}

prove<SequentialPair, RobustFigures>('robust_sequential', (input, full) => {
  const tolerance = toleranceOf('robust_sequential');
  const { alpha, n_tune } = input;
  const effect = effectBetween(input.control, input.treatment);
  const r = tuning(n_tune, alpha);
  const critical = criticalValue(effect.n, r, alpha);
  expectClose(unpooled(effect).standardError, full.se_unpooled, tolerance);
  expectClose(effect.standardError, full.se_used, tolerance);
  expectClose(effect.inflation, full.scale, tolerance);
  expectClose(effect.difference, full.diff, tolerance);
  expectClose(critical, full.critical, tolerance);
  const { low, high } = differenceInterval(effect, critical);
  expectClose(low, full.abs_ci[0], tolerance);
  expectClose(high, full.abs_ci[1], tolerance);
  const logE = logEvidence(effect.difference / effect.standardError, effect.n, r);
  expectClose(logE, full.log_e, tolerance);
  const loose = toleranceOf('robust_sequential', 'tolerance_p');
  expectClose(alwaysValidP(logE), full.p_value, loose);
  const lift = liftOf(effect, critical);
  if (typeof lift === 'string') throw new Error(lift);
  expectClose(lift.low, full.lift_ci[0], tolerance);
  expectClose(lift.high, full.lift_ci[1], tolerance);
});

interface HybridInput {
  readonly alpha_seq: number;
  readonly alpha_fixed: number;
  readonly n_planned: number;
}

interface HybridFigures {
  readonly r: number;
  readonly z_final: number;
  readonly critical_seq_at: Readonly<Record<string, number>>;
}

prove<HybridInput, HybridFigures>('hybrid_plan', (input, full) => {
  const tolerance = toleranceOf('hybrid_plan');
  const { sequential, fixed } = hybridAlphas(input.alpha_seq + input.alpha_fixed);
  expectClose(sequential, input.alpha_seq, tolerance);
  expectClose(fixed, input.alpha_fixed, tolerance);
  const r = tuning(input.n_planned / 2, sequential);
  expectClose(r, full.r, tolerance);
  expectClose(normalQuantile(1 - fixed / 2), full.z_final, tolerance);
  for (const [n, expected] of Object.entries(full.critical_seq_at)) {
    expectClose(criticalValue(Number(n), r, sequential), expected, tolerance);
  }
});

test('RES-60: no case of the vectors is left out', () => {
  const kinds = new Set(VECTORS.cases.map(({ kind }) => kind));
  expect([...kinds].filter((kind) => !PROVED.has(kind))).toEqual([]);
  expect(VECTORS.cases).toHaveLength(70);
});

test('RES-60: the final look uses the quantile of Welch’s degrees of freedom', () => {
  const effect = effectBetween(
    { mean: 12, variance: 39, n: 11 },
    { mean: 15, variance: 87.5, n: 13 },
  );
  const expected = studentTQuantile(0.975, welchDegrees(effect));
  expectClose(fixedCriticalValue(effect, 0.05), expected, 1e-12);
});
