import { normalCdf, normalQuantile } from './distributions/normal.ts';
import type { Better } from './guardrail.ts';

/** A guardrail at the control's expected level, where no value differs from the control. */
export interface ExpectedGuardrail {
  readonly better: Better;
  /** The loss that is acceptable, relative to the level: 0.05 is 5 percent. */
  readonly margin: number;
  /** The level of every value, not 0. */
  readonly level: number;
  /** Variance of one unit; of a share p it is p(1 − p). */
  readonly variance: number;
}

/** One final look at a guardrail of one treatment and the control. */
export interface GuardrailLook {
  /** The treatment's share of the units of both, between 0 and 1, exclusive. */
  readonly treatmentShare: number;
  /** One-sided error rate of the look, `hybridAlphas(guardrailAlpha(…)).fixed`. */
  readonly alpha: number;
}

/**
 * The chance, from 0 to 1, that the final look proves a guardrail safe which does not differ, with `units` units of both
 * values. The look asks whether s·m_T − s(1 − s·sgn(m)·δ)·m_C is above z times its standard error, and its mean is δ|m|:
 * Φ(δ|m|/√(v_T + (1 − s·sgn(m)·δ)²·v_C) − z(1 − alpha)), for large samples. Source: F9, RES-107.
 */
export function chanceOfSafety(
  guardrail: ExpectedGuardrail,
  { treatmentShare, alpha }: GuardrailLook,
  units: number,
): number {
  const distance = guardrail.margin * Math.abs(guardrail.level);
  const standardError = Math.sqrt(variancePerUnit(guardrail, treatmentShare) / units);
  return normalCdf(distance / standardError + normalQuantile(alpha));
}

/**
 * The units of both values, not rounded, with which the final look proves a guardrail safe with the given chance:
 * (z(1 − alpha) + z(power))²·s²·(1/q_T + (1 − s·sgn(m)·δ)²/(1 − q_T))/(δ·m)². Source: F14 for the test of F9, RES-107.
 */
export function unitsForSafety(
  guardrail: ExpectedGuardrail,
  { treatmentShare, alpha }: GuardrailLook,
  power: number,
): number {
  const distance = guardrail.margin * Math.abs(guardrail.level);
  if (distance === 0) return Number.POSITIVE_INFINITY;
  const reach = normalQuantile(power) - normalQuantile(alpha);
  return (reach / distance) ** 2 * variancePerUnit(guardrail, treatmentShare);
}

/** The variance of what the look asks, times the units of both values. */
function variancePerUnit(
  { better, margin, level, variance }: ExpectedGuardrail,
  treatmentShare: number,
): number {
  const sign = better === 'UP' ? 1 : -1;
  const kept = 1 - sign * Math.sign(level) * margin;
  return variance / treatmentShare + (kept * kept * variance) / (1 - treatmentShare);
}
