import { type Comparison, compare, type Metric, type MetricMoments } from './comparison.ts';
import { type GuardrailState, guardrailState } from './guardrail.ts';
import { type AnalysisPlan, guardrailLimit } from './limits.ts';

export interface GuardrailMetric extends Metric {
  /** What may be lost, as a share of the control's level. */
  readonly margin: number;
}

/** A guardrail beside each treatment, in their order; SHUT where the gate is (RES-58). */
export interface GuardrailFinding {
  readonly metric: Metric;
  readonly comparisons: readonly Comparison[];
  readonly states: readonly (GuardrailState | 'SHUT')[];
}

/** A guardrail at any look; OPEN where nothing can be computed. Source: RES-53. */
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
