import type { Planning } from '@comporta/contract/analyses/results';
import type { Metric } from '@comporta/contract/metrics/metric';
import type { Proposal, ProposedGuardrail } from '@comporta/stats/planner';
import type { PlannerForm } from './planner-form.ts';

/** The chosen guardrails, and the metrics that could be one, with what was measured of them. Source: RES-107. */
export function proposedGuardrails(
  { goal, guardrails }: Pick<PlannerForm, 'goal' | 'guardrails'>,
  metrics: readonly Pick<Metric, 'id' | 'better' | 'margin'>[],
  planning: Planning | undefined,
): Pick<Proposal, 'guardrails' | 'candidates'> {
  const all = metrics.map(({ id, better, margin }): ProposedGuardrail => {
    const measured = planning?.metrics.find(({ metricId }) => metricId === id);
    const { level = 0, deviation = 0 } = measured ?? {};
    const isKnown = level !== 0 && deviation > 0 && margin > 0;
    const expected = { better, margin, level, variance: deviation * deviation };
    return { id, expected: isKnown ? expected : undefined };
  });
  return {
    guardrails: all.filter(({ id }) => guardrails.includes(id)),
    candidates: all.filter(({ id }) => id !== goal && !guardrails.includes(id)),
  };
}
