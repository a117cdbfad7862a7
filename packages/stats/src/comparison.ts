import { logEvidence } from './confidence-sequence.ts';
import { type Effect, effectOf, type NotComputable } from './effect.ts';
import { isGateOpen } from './gate.ts';
import type { Better } from './guardrail.ts';
import { adjustedLevelOf, adjustmentOf, canBeAdjusted, type Level, levelOf } from './level.ts';
import { differenceInterval, type Interval, type Lift, liftOf } from './lift.ts';
import type { MetricKind, Moments } from './moments.ts';

/** The parts of a metric's definition that the statistics use. */
export interface Metric {
  readonly key: string;
  readonly kind: MetricKind;
  readonly better: Better;
  /** Whether the plan adjusts this metric by the figure before exposure. */
  readonly cuped: boolean;
}

/** The moments of one metric for each value; treatments are in the order of the split. */
export interface MetricMoments {
  readonly control: Moments;
  readonly treatments: readonly Moments[];
}

/** The half-width of an interval in standard errors, and its error rate. */
export interface Limit {
  readonly alpha: number;
  readonly critical: (effect: Effect) => number;
  /** Tuning of the confidence sequence; undefined for the single planned look. */
  readonly tuning: number | undefined;
}

/** A treatment compared with the control. Figures that cannot be computed are undefined; `notComputable` says why. */
export interface Comparison {
  readonly alpha: number;
  readonly effect: Effect | undefined;
  /** In the metric's unit. */
  readonly difference: Interval | undefined;
  readonly lift: Lift | undefined;
  /** ln of the evidence for a difference, valid at every look; see `alwaysValidP`. Undefined at the planned look. */
  readonly logE: number | undefined;
  /** GATE: one of the two values has too few units (RES-58). Some reasons still allow a difference. */
  readonly notComputable: 'GATE' | NotComputable | undefined;
}

/** Compares every treatment with the control, in their order. */
export function compare(metric: Metric, moments: MetricMoments, limit: Limit): Comparison[] {
  const control = levelIn(metric, moments, moments.control);
  return moments.treatments.map((treatment) => {
    if (!isGateOpen(moments.control) || !isGateOpen(treatment)) return unreadable('GATE', limit);
    const level = levelIn(metric, moments, treatment);
    if (control === undefined || level === undefined) return unreadable('ZERO_DENOMINATOR', limit);
    const effect = effectOf(control, level);
    if (effect === 'NO_VARIANCE') return unreadable(effect, limit);
    return read(effect, limit);
  });
}

/** The level of one value. If the plan says so, it is adjusted by CUPED with the units of all values. */
export function levelIn(metric: Metric, all: MetricMoments, value: Moments): Level | undefined {
  if (!metric.cuped || !canBeAdjusted(metric.kind)) return levelOf(value, metric.kind);
  const adjustment = adjustmentOf([all.control, ...all.treatments], metric.kind);
  return adjustedLevelOf(value, metric.kind, adjustment);
}

/** The share by which CUPED reduces the variance of a difference: 0.3 is 30 %. Source: RES-52, F4. */
export function varianceReduction(adjusted: Effect, unadjusted: Effect): number {
  return 1 - (adjusted.standardError / unadjusted.standardError) ** 2;
}

function read(effect: Effect, { alpha, critical, tuning }: Limit): Comparison {
  const reach = critical(effect);
  const lift = liftOf(effect, reach);
  return {
    alpha,
    effect,
    difference: differenceInterval(effect, reach),
    lift: typeof lift === 'string' ? undefined : lift,
    logE: tuning === undefined ? undefined : evidenceOf(effect, tuning),
    notComputable: typeof lift === 'string' ? lift : undefined,
  };
}

function evidenceOf({ difference, standardError, n }: Effect, tuning: number): number {
  return logEvidence(difference / standardError, n, tuning);
}

function unreadable(notComputable: 'GATE' | NotComputable, { alpha }: Limit): Comparison {
  return {
    alpha,
    effect: undefined,
    difference: undefined,
    lift: undefined,
    logE: undefined,
    notComputable,
  };
}
