import type { Effect } from './effect.ts';

/** The direction in which a metric improves. */
export type Better = 'UP' | 'DOWN';

export type GuardrailState = 'HARMED' | 'SAFE' | 'OPEN';

export interface GuardrailLimits {
  readonly better: Better;
  /** The loss that is acceptable, relative to the control's level: 0.05 is 5 percent. */
  readonly margin: number;
  /** The one-sided critical value, at `guardrailAlpha`. */
  readonly critical: number;
}

/** The error rate of one guardrail and one treatment, for HARMED and for SAFE. Source: RES-53. */
export function guardrailAlpha(alpha: number, guardrails: number, treatments: number): number {
  return alpha / (guardrails * treatments);
}

/**
 * HARMED where even the best end of the one-sided interval is worse than the control. SAFE where even the worst end loses
 * less than the margin. Source: RES-53, F9. With CUPED the control's level, which the margin refers to, also varies with
 * the mean before exposure of all users. That variance is an addition to RES-53.
 */
export function guardrailState(effect: Effect, limits: GuardrailLimits): GuardrailState {
  const { control, difference, standardError } = effect;
  const { margin, critical } = limits;
  const sign = limits.better === 'UP' ? 1 : -1;
  if (sign * difference + critical * standardError < 0) return 'HARMED';
  const kept = 1 - sign * Math.sign(control.mean) * margin;
  const variance =
    effect.treatmentVariance +
    kept * kept * effect.controlVariance +
    margin * margin * control.sharedVariance;
  const distance = sign * difference + margin * Math.abs(control.mean);
  return distance > critical * Math.sqrt(variance) ? 'SAFE' : 'OPEN';
}
