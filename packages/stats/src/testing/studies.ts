import {
  criticalValue,
  oneSidedCriticalValue,
  tuning,
  UNPLANNED_UNITS,
} from '../confidence-sequence.ts';
import { normalQuantile } from '../distributions/normal.ts';
import { type Effect, effectOf } from '../effect.ts';
import { fixedCriticalValue, oneSidedFixedCriticalValue } from '../fixed-look.ts';
import { type GuardrailState, guardrailState } from '../guardrail.ts';
import { adjustedLevelOf, adjustmentOf, levelOf } from '../level.ts';
import { liftOf } from '../lift.ts';
import type { MetricKind, Moments } from '../moments.ts';
import { hybridAlphas } from '../power.ts';
import { conversions, ordersPerVisit, remembered, revenue } from './draws.ts';
import type { Claim, Draw, Scenario, Study } from './honesty.ts';

const ALPHA = 0.05;
const R = tuning(UNPLANNED_UNITS, ALPHA);
const MARGIN = 0.1;

const sequence: Claim = (effect) => distance(effect) > criticalValue(effect.n, R, ALPHA);
const fixedLook: Claim = (effect) => distance(effect) > fixedCriticalValue(effect, ALPHA);
const z: Claim = (effect) => distance(effect) > -normalQuantile(ALPHA / 2);
const unpooled =
  (claim: Claim): Claim =>
  (effect) =>
    claim({ ...effect, standardError: effect.standardError / Math.sqrt(effect.inflation) });

/** The claim of a plan: at any time with a fifth of the error rate, and from the planned units on with the rest. */
const hybridOf = (units: number): Claim => {
  const { sequential, fixed } = hybridAlphas(ALPHA);
  const r = tuning(units / 2, sequential);
  return (effect) =>
    distance(effect) > criticalValue(effect.n, r, sequential) ||
    (effect.n >= units && distance(effect) > fixedCriticalValue(effect, fixed));
};

const guardrail =
  (state: GuardrailState): Claim =>
  (effect) => {
    const r = tuning(UNPLANNED_UNITS, 2 * ALPHA);
    const critical = oneSidedCriticalValue(effect.n, r, ALPHA);
    return guardrailState(effect, { better: 'UP', margin: MARGIN, critical }) === state;
  };

/** The same with a plan: at any time with a fifth of the error rate, and at the planned units with the rest. */
const plannedGuardrail = (state: GuardrailState, units: number): Claim => {
  const { sequential, fixed } = hybridAlphas(ALPHA);
  const r = tuning(units / 2, 2 * sequential);
  const limits = { better: 'UP', margin: MARGIN } as const;
  return (effect) =>
    [
      oneSidedCriticalValue(effect.n, r, sequential),
      ...(effect.n >= units ? [oneSidedFixedCriticalValue(effect, fixed)] : []),
    ].some((critical) => guardrailState(effect, { ...limits, critical }) === state);
};

/** The claim that the true lift is outside the interval. */
const liftBeside =
  (truth: number): Claim =>
  (effect) => {
    const lift = liftOf(effect, fixedCriticalValue(effect, ALPHA));
    return typeof lift !== 'string' && (lift.low > truth || lift.high < truth);
  };

function distance({ difference, standardError }: Effect): number {
  return Math.abs(difference) / standardError;
}

/** Both values behave the same, so any claim of a difference is wrong. */
function sameIn(draw: Draw, effect: Scenario['effect']): Scenario {
  return {
    days: 28,
    controlPerDay: 500,
    treatmentPerDay: 500,
    control: draw,
    treatment: draw,
    effect,
  };
}

function unadjusted(kind: MetricKind): Scenario['effect'] {
  return (control, treatment) => {
    const [c, t] = [levelOf(control, kind), levelOf(treatment, kind)];
    const effect = c && t && effectOf(c, t);
    return effect === 'NO_VARIANCE' ? undefined : effect;
  };
}

function adjusted(control: Moments, treatment: Moments): Effect | undefined {
  const adjustment = adjustmentOf([control, treatment], 'MEAN');
  const effect = effectOf(
    adjustedLevelOf(control, 'MEAN', adjustment),
    adjustedLevelOf(treatment, 'MEAN', adjustment),
  );
  return effect === 'NO_VARIANCE' ? undefined : effect;
}

function withoutShared(control: Moments, treatment: Moments): Effect | undefined {
  const effect = adjusted(control, treatment);
  return effect && { ...effect, control: { ...effect.control, sharedVariance: 0 } };
}

const converting = sameIn(conversions(0.05), unadjusted('CONVERSION'));
const buying: Scenario = {
  ...sameIn(revenue, unadjusted('MEAN')),
  controlPerDay: 900,
  treatmentPerDay: 100,
};
/** A loss of a tenth: exactly the margin, so that "safe" is wrong. */
const losing: Scenario = { ...converting, treatment: conversions(0.05 * (1 - MARGIN)) };
const small = { days: 14, controlPerDay: 100, treatmentPerDay: 100 };
const remembering: Scenario = { ...sameIn(remembered(0.5), adjusted), ...small };
const visiting: Scenario = { ...sameIn(ordersPerVisit, unadjusted('RATIO')), ...small };

const common = { looks: 'EVERY_DAY', runs: 2000, alpha: ALPHA } as const;
const skewed = { scenario: buying, runs: 1000, alpha: ALPHA } as const;

/** Twice the control, so that the shared variance of adjusted levels matters. */
const doubling: Scenario = { ...remembering, treatment: remembered(1), days: 2 };

/** Claims of the product that are wrong. They may occur at most at their error rate. */
export const HONEST: readonly Study[] = [
  { ...common, name: 'conversions, a look a day', scenario: converting, claim: sequence },
  { ...common, name: 'conversions, with a plan', scenario: converting, claim: hybridOf(28_000) },
  {
    ...common,
    name: 'orders per visit, a look a day',
    scenario: visiting,
    claim: sequence,
    runs: 300,
  },
  { ...common, name: 'CUPED, a look a day', scenario: remembering, claim: sequence, runs: 300 },
  { ...skewed, name: 'revenue at 90/10, a look a day', looks: 'EVERY_DAY', claim: sequence },
  { ...skewed, name: 'revenue at 90/10, at the end', looks: 'AT_THE_END', claim: fixedLook },
  {
    ...common,
    name: 'a guardrail harmed that is the same',
    scenario: converting,
    claim: guardrail('HARMED'),
  },
  {
    ...common,
    name: 'a guardrail safe that loses its margin',
    scenario: losing,
    claim: guardrail('SAFE'),
  },
  {
    ...common,
    name: 'a guardrail harmed that is the same, with a plan',
    scenario: converting,
    claim: plannedGuardrail('HARMED', 28_000),
  },
  {
    ...common,
    name: 'a guardrail safe that loses its margin, with a plan',
    scenario: losing,
    claim: plannedGuardrail('SAFE', 28_000),
  },
  {
    ...common,
    name: 'a lift of 20 % beside its interval',
    scenario: { ...converting, treatment: conversions(0.06) },
    claim: liftBeside(0.2),
    looks: 'AT_THE_END',
  },
  {
    ...common,
    name: 'a lift of 100 % beside its interval, CUPED',
    scenario: doubling,
    claim: liftBeside(1),
    looks: 'AT_THE_END',
  },
];

/** Wrong claims of other methods. The studies must detect them, or they would prove nothing. */
export const DISHONEST: readonly Study[] = [
  { ...common, name: 'conversions, a z test every day', scenario: converting, claim: z },
  {
    ...skewed,
    name: 'revenue at 90/10, a look a day, unpooled error',
    looks: 'EVERY_DAY',
    claim: unpooled(sequence),
  },
  {
    ...skewed,
    name: 'revenue at 90/10, at the end, unpooled error',
    looks: 'AT_THE_END',
    claim: unpooled(fixedLook),
  },
  {
    ...common,
    name: 'a guardrail safe at a z test every day',
    scenario: losing,
    claim: (effect) =>
      guardrailState(effect, {
        better: 'UP',
        margin: MARGIN,
        critical: -normalQuantile(ALPHA),
      }) === 'SAFE',
  },
  {
    ...common,
    name: 'a lift of 100 % beside its interval, CUPED as if the mean before exposure were known',
    scenario: { ...doubling, effect: withoutShared },
    claim: liftBeside(1),
    looks: 'AT_THE_END',
  },
];

/** True claims that must be made in four of five runs: a method that never claims anything is never wrong. */
export const FOUND: readonly Study[] = [
  {
    ...common,
    name: 'a quarter more conversions',
    scenario: { ...converting, treatment: conversions(0.0625) },
    claim: sequence,
    runs: 500,
  },
  {
    ...common,
    name: 'a guardrail that loses a fifth',
    scenario: { ...converting, treatment: conversions(0.04) },
    claim: guardrail('HARMED'),
    runs: 500,
  },
];
