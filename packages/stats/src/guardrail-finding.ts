import {
  type Comparison,
  compare,
  type Limit,
  type Metric,
  type MetricMoments,
} from './comparison.ts';
import { type GuardrailState, guardrailState } from './guardrail.ts';

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

/** The states of a guardrail with `guardrailLimit` or `finalGuardrailLimit`; OPEN where nothing can be computed. */
export function guardrailFinding(
  limit: Limit,
  metric: GuardrailMetric,
  moments: MetricMoments,
): GuardrailFinding {
  const comparisons = compare(metric, moments, limit);
  const states = comparisons.map(({ effect, notComputable }) => {
    if (effect === undefined) return notComputable === 'GATE' ? 'SHUT' : 'OPEN';
    const { better, margin } = metric;
    return guardrailState(effect, { better, margin, critical: limit.critical(effect) });
  });
  return { metric, comparisons, states };
}

/** The more decided, the higher: harm comes first. */
const DECIDED = { SHUT: 0, OPEN: 1, SAFE: 2, HARMED: 3 } as const;

/**
 * A guardrail from its final look on. The look has its own share of the error rate, and what is valid at any time stays
 * valid after it: of the two, the one that decides more holds for each treatment, the look where both say the same.
 * Source: RES-105.
 */
export function withFinalLook(
  anytime: GuardrailFinding,
  look: Pick<GuardrailFinding, 'comparisons' | 'states'>,
): GuardrailFinding {
  const chosen = anytime.states.map((state, place) => {
    const seen = look.states[place] ?? 'SHUT';
    return DECIDED[state] > DECIDED[seen] ? anytime : look;
  });
  return {
    metric: anytime.metric,
    comparisons: chosen.flatMap(({ comparisons }, place) => comparisons[place] ?? []),
    states: chosen.flatMap(({ states }, place) => states[place] ?? []),
  };
}

/** A loss that the figures do not exclude, as a positive figure. */
export interface OpenLoss {
  /** Key of the metric. */
  readonly metric: string;
  /** LIFT is relative to the control's level, 0.1 for 10 %; DIFFERENCE has the unit of the metric. */
  readonly scale: 'LIFT' | 'DIFFERENCE';
  readonly worst: number;
}

/**
 * How much worse than the control a guardrail may still be for one treatment: the bad end of its interval. As a lift it
 * is the margin at which the guardrail would just not be safe, by Fieller's theorem (F8). Undefined without an interval.
 * Source: RES-106.
 */
export function openLoss(
  { metric, comparisons }: GuardrailFinding,
  place: number,
): OpenLoss | undefined {
  const { lift, difference } = comparisons[place] ?? {};
  const interval = lift ?? difference;
  if (interval === undefined) return undefined;
  const worst = metric.better === 'UP' ? -interval.low : interval.high;
  return { metric: metric.key, scale: lift === undefined ? 'DIFFERENCE' : 'LIFT', worst };
}
