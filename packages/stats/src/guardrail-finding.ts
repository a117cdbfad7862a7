import { type Comparison, compare, type Metric, type MetricMoments } from './comparison.ts';
import { type GuardrailState, guardrailState } from './guardrail.ts';
import { type AnalysisPlan, guardrailLimit } from './limits.ts';

export interface GuardrailMetric extends Metric {
  /** The loss that is acceptable, relative to the control's level: 0.05 is 5 percent. */
  readonly margin: number;
}

/** A guardrail for each treatment, in their order; SHUT where the gate is shut (RES-58). */
export interface GuardrailFinding {
  readonly metric: Metric;
  readonly comparisons: readonly Comparison[];
  readonly states: readonly (GuardrailState | 'SHUT')[];
}

/** The states of a guardrail, valid at every look; OPEN where nothing can be computed. Source: RES-53. */
export function guardrailFinding(
  plan: AnalysisPlan,
  metric: GuardrailMetric,
  moments: MetricMoments,
): GuardrailFinding {
  const limit = guardrailLimit(plan);
  const comparisons = compare(metric, moments, limit);
  const states = comparisons.map(({ effect, notComputable }) => {
    if (effect === undefined) return notComputable === 'GATE' ? 'SHUT' : 'OPEN';
    const { better, margin } = metric;
    return guardrailState(effect, { better, margin, critical: limit.critical(effect) });
  });
  return { metric, comparisons, states };
}
