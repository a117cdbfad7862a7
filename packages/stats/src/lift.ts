import type { Effect, NotComputable } from './effect.ts';

/** In the metric's unit, or relative to the control's level. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Relative to the control's level: 0.19 is 19 % more. */
export interface Lift extends Interval {
  readonly point: number;
}

/** difference ± critical × standard error, in the metric's unit. Source: RES-53, F6; RES-54, F10. */
export function differenceInterval(effect: Effect, critical: number): Interval {
  const half = critical * effect.standardError;
  return { low: effect.difference - half, high: effect.difference + half };
}

/**
 * The lift with its interval. If `critical` is that of the difference's interval, both intervals exclude 0 in the same
 * cases. UNBOUNDED_LIFT where the control's level is not clearly different from 0.
 * Source: Fieller, "Some Problems in Interval Estimation", JRSS B 16 (1954); RES-53, F8.
 */
export function liftOf(
  effect: Effect,
  critical: number,
): Lift | Extract<NotComputable, 'ZERO_BASELINE' | 'UNBOUNDED_LIFT'> {
  const { control, treatment } = effect;
  if (control.mean === 0) return 'ZERO_BASELINE';
  const shared = control.sharedVariance;
  const controlVariance = effect.controlVariance + shared;
  const treatmentVariance = effect.treatmentVariance + shared;
  const square = critical * critical;
  const a = control.mean * control.mean - square * controlVariance;
  if (!(a > 0)) return 'UNBOUNDED_LIFT';
  const b = treatment.mean * control.mean - square * shared;
  // B² − A·G, with the squares of the means cancelled by hand: in doubles, the subtraction would lose digits.
  const discriminant =
    square *
    (control.mean * control.mean * treatmentVariance -
      2 * control.mean * treatment.mean * shared +
      treatment.mean * treatment.mean * controlVariance -
      square * (controlVariance * treatmentVariance - shared * shared));
  const root = Math.sqrt(Math.max(0, discriminant));
  const first = (b - root) / a;
  const last = (b + root) / a;
  const point = effect.difference / Math.abs(control.mean);
  return control.mean > 0
    ? { point, low: first - 1, high: last - 1 }
    : { point, low: 1 - last, high: 1 - first };
}
