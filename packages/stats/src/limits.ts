import type { Limit, MetricMoments } from './comparison.ts';
import {
  criticalValue,
  oneSidedCriticalValue,
  tuning,
  UNPLANNED_UNITS,
} from './confidence-sequence.ts';
import { fixedCriticalValue } from './fixed-look.ts';
import { guardrailAlpha } from './guardrail.ts';
import { hybridAlphas, pairAlpha } from './power.ts';

/** What the plan of an analysis says to the statistics, frozen at its start (RES-13). */
export interface AnalysisPlan {
  readonly alpha: number;
  readonly power: number;
  /** Smallest lift that matters, a share of the control's level. */
  readonly mde: number;
  /** Units of each pair at which the final look is made; undefined without a plan. */
  readonly plannedUnits: number | undefined;
  /** Values that are compared with the control. */
  readonly treatments: number;
  readonly guardrails: number;
}

/** Until the final look, at any time. Source: RES-54. */
export function goalLimit(plan: AnalysisPlan): Limit {
  const share = pairAlpha(plan.alpha, plan.treatments);
  const { plannedUnits } = plan;
  const alpha = plannedUnits === undefined ? share : hybridAlphas(share).sequential;
  const r = tuning(plannedUnits === undefined ? UNPLANNED_UNITS : plannedUnits / 2, alpha);
  return { alpha, critical: ({ n }) => criticalValue(n, r, alpha), tuning: r };
}

/** At the final look of a plan with an end, once. Source: RES-54, F10. */
export function finalLimit(plan: AnalysisPlan): Limit {
  const { fixed } = hybridAlphas(pairAlpha(plan.alpha, plan.treatments));
  return {
    alpha: fixed,
    critical: (effect) => fixedCriticalValue(effect, fixed),
    tuning: undefined,
  };
}

/**
 * Whether the final look is to be made: every pair has its planned units among those whose windows
 * are over, which are the units to look at. Source: RES-54.
 */
export function isFinalLookDue({ plannedUnits }: AnalysisPlan, closed: MetricMoments): boolean {
  if (plannedUnits === undefined) return false;
  return closed.treatments.every(({ n }) => closed.control.n + n >= plannedUnits);
}

/**
 * At any time, `alpha` for each end of the interval alone: it is beyond 0 in the bad direction
 * exactly where the guardrail is harmed. Source: RES-53, F9.
 */
export function guardrailLimit(plan: AnalysisPlan): Limit {
  const alpha = guardrailAlpha(plan.alpha, plan.guardrails, plan.treatments);
  const r = tuning(plan.plannedUnits ?? UNPLANNED_UNITS, 2 * alpha);
  return { alpha, critical: ({ n }) => oneSidedCriticalValue(n, r, alpha), tuning: r };
}

/**
 * At any time, for metrics that are compared in families. They are tuned for the plan's own error
 * rate, because that of an interval changes with the family while the tuning may not (RES-53).
 */
export function familyLimit(plan: AnalysisPlan, alpha: number): Limit {
  const r = tuning(plan.plannedUnits ?? UNPLANNED_UNITS, plan.alpha);
  return { alpha, critical: ({ n }) => criticalValue(n, r, alpha), tuning: r };
}
