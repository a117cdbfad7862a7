import { expect } from 'vitest';
import { alwaysValidP, criticalValue, logEvidence, tuning } from '../confidence-sequence.ts';
import { chiSquaredUpperTail } from '../distributions/chi-squared.ts';
import { normalQuantile, normalUpperTail } from '../distributions/normal.ts';
import { type Effect, effectOf } from '../effect.ts';
import { fixedP, welchDegrees } from '../fixed-look.ts';
import type { Level } from '../level.ts';
import { differenceInterval, liftOf } from '../lift.ts';
import { expectClose } from '../testing/close.ts';
import { prove } from '../testing/prove.ts';
import { publishedEstimate } from '../testing/published-scale.ts';
import {
  pooledProportionVariance,
  proportion,
  type SampleInput,
  type Two,
} from '../testing/samples.ts';
import { toleranceOf } from '../testing/vectors.ts';

/** The effect of two levels. All cases of the file have variance. */
function effectBetween(control: SampleInput, treatment: SampleInput): Effect {
  const effect = effectOf(level(control), level(treatment));
  if (effect === 'NO_VARIANCE') throw new Error('A level does not vary.');
  return effect;
}

function level({ n, mean, variance }: SampleInput): Level {
  return { n, mean, variance, sharedVariance: 0 };
}

/** The same with the unpooled standard error, which the product never uses alone. */
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
