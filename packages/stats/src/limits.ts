import type { Limit, MetricMoments } from './comparison.ts';
import {
  criticalValue,
  oneSidedCriticalValue,
  tuning,
  UNPLANNED_UNITS,
} from './confidence-sequence.ts';
import { fixedCriticalValue, oneSidedFixedCriticalValue } from './fixed-look.ts';
import { guardrailAlpha } from './guardrail.ts';
import { hybridAlphas, pairAlpha } from './power.ts';

/** The part of an analysis plan that the statistics use, frozen at the start (RES-13). */
export interface AnalysisPlan {
  readonly alpha: number;
  readonly power: number;
  /** Smallest lift that matters, relative to the control's level: 0.05 is 5 percent. */
  readonly mde: number;
  /** Units of each pair at which the final look is made; undefined without a plan. */
  readonly plannedUnits: number | undefined;
  /** Number of values that are compared with the control. */
  readonly treatments: number;
  readonly guardrails: number;
  /** Whether the plan's final look is at the guardrails, too. Phases that a node of 0.2.0 began have none. */
  readonly looksAtGuardrails: boolean;
}

/** For the goal at any time before the final look. Source: RES-54. */
export function goalLimit(plan: AnalysisPlan): Limit {
  const share = pairAlpha(plan.alpha, plan.treatments);
  const { plannedUnits } = plan;
  const alpha = plannedUnits === undefined ? share : hybridAlphas(share).sequential;
  const r = tuning(plannedUnits === undefined ? UNPLANNED_UNITS : plannedUnits / 2, alpha);
  return { alpha, critical: ({ n }) => criticalValue(n, r, alpha), tuning: r };
}

/** For the goal at the final look, once, if the plan has an end. Source: RES-54, F10. */
export function finalLimit(plan: AnalysisPlan): Limit {
  const { fixed } = hybridAlphas(pairAlpha(plan.alpha, plan.treatments));
  return {
    alpha: fixed,
    critical: (effect) => fixedCriticalValue(effect, fixed),
    tuning: undefined,
  };
}

/**
 * Whether the final look is due: every pair has its planned units among those whose time windows are over. The look uses
 * only these units. Source: RES-54.
 */
export function isFinalLookDue({ plannedUnits }: AnalysisPlan, closed: MetricMoments): boolean {
  if (plannedUnits === undefined) return false;
  return closed.treatments.every(({ n }) => closed.control.n + n >= plannedUnits);
}

/**
 * For guardrails at any time. `alpha` is the error rate of each end of the interval separately: an end is beyond 0 in
 * the bad direction exactly where the guardrail is harmed. With a final look it is a fifth of the guardrail's error
 * rate. Source: RES-53, F9; RES-105.
 */
export function guardrailLimit(plan: AnalysisPlan): Limit {
  const share = guardrailAlpha(plan.alpha, plan.guardrails, plan.treatments);
  const { plannedUnits = UNPLANNED_UNITS } = plan;
  const hasLook = plan.looksAtGuardrails && plan.plannedUnits !== undefined;
  const alpha = hasLook ? hybridAlphas(share).sequential : share;
  const r = tuning(hasLook ? plannedUnits / 2 : plannedUnits, 2 * alpha);
  return { alpha, critical: ({ n }) => oneSidedCriticalValue(n, r, alpha), tuning: r };
}

/** For guardrails at their final look, once, with the rest of the error rate. Source: RES-105. */
export function finalGuardrailLimit(plan: AnalysisPlan): Limit {
  const { fixed } = hybridAlphas(guardrailAlpha(plan.alpha, plan.guardrails, plan.treatments));
  return {
    alpha: fixed,
    critical: (effect) => oneSidedFixedCriticalValue(effect, fixed),
    tuning: undefined,
  };
}

/**
 * For metrics that are compared in families, at any time. They are tuned for the plan's error rate: the error rate of an
 * interval changes with the family, but the tuning must not change (RES-53).
 */
export function familyLimit(plan: AnalysisPlan, alpha: number): Limit {
  const r = tuning(plan.plannedUnits ?? UNPLANNED_UNITS, plan.alpha);
  return { alpha, critical: ({ n }) => criticalValue(n, r, alpha), tuning: r };
}
