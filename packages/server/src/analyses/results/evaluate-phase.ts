import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult } from '@comporta/contract/analyses/results';
import { type Comparison, compare, type MetricMoments } from '@comporta/stats/comparison';
import type { Diagnosis } from '@comporta/stats/diagnosis';
import { explore } from '@comporta/stats/family';
import { daysLeft } from '@comporta/stats/forecast';
import {
  type GuardrailFinding,
  guardrailFinding,
  withFinalLook,
} from '@comporta/stats/guardrail-finding';
import {
  type AnalysisPlan,
  finalGuardrailLimit,
  finalLimit,
  goalLimit,
  guardrailLimit,
  isFinalLookDue,
} from '@comporta/stats/limits';
import { type Arm, sampleRatio } from '@comporta/stats/sample-ratio';
import { type Verdict, verdictOf } from '@comporta/stats/verdict';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { exploredIn, resultsIn } from './metric-result.ts';
import {
  firstOpenDay,
  momentsOf,
  type PhaseFigures,
  statisticalMetric,
  statisticalPlan,
  unitsOf,
  unitsPerDay,
} from './phase-figures.ts';

const HOUR_MS = 60 * 60_000;

/** What is known about a phase beside its figures. */
export interface PhaseContext {
  /** The assignments reported in the last 24 hours. */
  readonly assignment: { readonly exposures: number; readonly wrong: number };
  readonly goalEvents: number;
  /** Whether nothing that exposed units did counts, although it should by now (RES-109). */
  readonly nothingCounts: boolean;
  readonly diagnosis: Diagnosis;
  readonly now: Date;
}

export interface EvaluatedPhase {
  readonly verdict: Verdict;
  readonly metrics: readonly MetricResult[];
  /** In the order of the plan. */
  readonly guardrails: readonly GuardrailFinding[];
  readonly arms: readonly Arm[];
  readonly sampleRatio: ReturnType<typeof sampleRatio>;
  readonly days: number | undefined;
  readonly pairUnits: number;
  /** The goal's comparisons of a final look that is due now and not yet stored; undefined otherwise. */
  readonly finalLook: readonly Comparison[] | undefined;
  /** The same of guardrails, by the numbers of the metrics. */
  readonly guardrailLooks: NonNullable<StoredPhase['guardrailLooks']>;
}

/** Computes the verdict and the metrics from the figures of a phase at this moment. */
export function evaluatePhase(
  {
    analysis,
    phase,
    figures,
  }: {
    readonly analysis: StoredAnalysis;
    readonly phase: StoredPhase;
    readonly figures: PhaseFigures;
  },
  { assignment, goalEvents, nothingCounts, diagnosis, now }: PhaseContext,
): EvaluatedPhase {
  const plan = statisticalPlan(analysis, phase, figures);
  const values = figures.arms.map(({ value }) => value) as [string, ...string[]]; // There is at least one arm.
  const used = analysis.metrics.filter(({ removed }) => removed !== true);
  const goal = used.find(({ role }) => role === 'GOAL');
  if (goal === undefined) throw new Error(`analysis ${analysis.id} has no goal`);
  const goalMoments = momentsOf(figures, goal);
  const metric = statisticalMetric(goal);
  const look = finalLookOf(phase, { plan, metric: goal, figures, now });
  const goalComparisons = look?.comparisons ?? compare(metric, goalMoments, goalLimit(plan));
  const goalResult = resultsIn(figures, values)(goal, {
    comparisons: goalComparisons,
    limit: look ? finalLimit(plan) : goalLimit(plan),
    moments: look?.moments ?? goalMoments,
  });
  const guardrails = used
    .filter(({ role }) => role === 'GUARDRAIL')
    .map((one) => guardrailIn(phase, { plan, metric: one, figures, now }));
  const secondary = used.filter(({ role }) => role === 'SECONDARY');
  const explored = explore(
    plan,
    secondary.map((one) => ({ metric: statisticalMetric(one), moments: momentsOf(figures, one) })),
  );
  const arms = figures.arms.map((arm) => ({ units: unitsOf(figures, arm), share: arm.expected }));
  const days = forecastOf(analysis, { phase, figures, plan, comparisons: goalComparisons });
  const [control, ...treatments] = arms;
  const pairs = treatments.map(({ units }) => units + (control?.units ?? 0));
  const resultOf = resultsIn(figures, values);
  const verdict = verdictOf({
    values,
    arms,
    assignment,
    goal: metric,
    goalMoments,
    goalEvents,
    nothingCounts,
    diagnosis,
    goalComparisons,
    guardrails: guardrails.map(({ finding }) => finding),
    finalLookMade: look !== undefined,
    mde: analysis.mde,
    phaseHours: ((phase.endedAt ?? now).getTime() - phase.startedAt.getTime()) / HOUR_MS,
    daysLeft: days,
  });
  const metrics = [
    look ? { ...goalResult, finalLookAt: look.at.toISOString() } : goalResult,
    ...guardrails.map(({ metric: one, finding: { comparisons, states }, look: seen }) => ({
      ...resultOf(one, {
        comparisons,
        limit: seen ? finalGuardrailLimit(plan) : guardrailLimit(plan),
        ...(seen && { moments: seen.moments }),
        states,
      }),
      ...(seen && { finalLookAt: seen.at.toISOString() }),
    })),
    ...secondary.map((one, place) => resultOf(one, exploredIn(plan, explored[place]))),
  ];
  return {
    verdict,
    metrics,
    guardrails: guardrails.map(({ finding }) => finding),
    arms,
    sampleRatio: sampleRatio(arms),
    days,
    pairUnits: pairs.length === 0 ? 0 : Math.min(...pairs),
    finalLook: look && !look.isStored ? look.comparisons : undefined,
    guardrailLooks: Object.fromEntries(
      guardrails.flatMap(({ metric: { no }, look: seen }) => {
        if (seen === undefined || seen.isStored) return [];
        const { at, comparisons, states } = seen;
        return [[String(no), { at: at.toISOString(), comparisons, states }]];
      }),
    ),
  };
}

interface Looking {
  readonly plan: AnalysisPlan;
  readonly metric: MeasuredMetric;
  readonly figures: PhaseFigures;
  readonly now: Date;
}

/** The final look at the planned end: the stored one, or the one due now. Source: RES-54. */
function finalLookOf(phase: StoredPhase, looking: Looking) {
  const { plan, metric: goal, now } = looking;
  if (phase.finalLook !== null && phase.finalLookAt !== null) {
    // This program wrote it, as the JSON of what it computed.
    const comparisons = phase.finalLook as readonly Comparison[];
    const at = phase.finalLookAt;
    return { comparisons, at, moments: closedAt(phase, looking, at), isStored: true };
  }
  const moments = closedAt(phase, looking, now);
  if (!isFinalLookDue(plan, moments)) return undefined;
  const comparisons = compare(statisticalMetric(goal), moments, finalLimit(plan));
  return { comparisons, at: now, moments, isStored: false };
}

/** A guardrail at this moment, with its final look: the stored one, or the one due now. Source: RES-105. */
function guardrailIn(phase: StoredPhase, looking: Looking) {
  const { plan, metric, figures, now } = looking;
  const judged = { ...statisticalMetric(metric), margin: metric.margin };
  const anytime = guardrailFinding(guardrailLimit(plan), judged, momentsOf(figures, metric));
  const look = lookAtGuardrail();
  return { metric, look, finding: look === undefined ? anytime : withFinalLook(anytime, look) };

  function lookAtGuardrail() {
    if (phase.guardrailLooks === null) return undefined;
    const stored = phase.guardrailLooks[metric.no];
    if (stored !== undefined) {
      const at = new Date(stored.at);
      // This program wrote it, as the JSON of what it computed.
      const found = stored as unknown as Pick<GuardrailFinding, 'comparisons' | 'states'>;
      return { ...found, at, moments: closedAt(phase, looking, at), isStored: true };
    }
    const moments = closedAt(phase, looking, now);
    if (!isFinalLookDue(plan, moments)) return undefined;
    const { comparisons, states } = guardrailFinding(finalGuardrailLimit(plan), judged, moments);
    return { comparisons, states, at: now, moments, isStored: false };
  }
}

/** The moments of the users whose windows of the metric were over at a time. */
function closedAt(phase: StoredPhase, { metric, figures }: Looking, at: Date): MetricMoments {
  const openFrom = firstOpenDay(phase, metric, at);
  return momentsOf(figures, metric, (day) => day < openFrom);
}

function forecastOf(
  analysis: StoredAnalysis,
  {
    phase,
    figures,
    plan,
    comparisons,
  }: {
    readonly phase: StoredPhase;
    readonly figures: PhaseFigures;
    readonly plan: AnalysisPlan;
    readonly comparisons: readonly Comparison[];
  },
): number | undefined {
  // No more users come: there is nothing to wait for.
  if (phase.endedAt !== null) return undefined;
  const [control, ...treatments] = figures.arms;
  const windowHours = analysis.metrics.find(({ role }) => role === 'GOAL')?.windowHours ?? 0;
  const pairs = treatments.flatMap((arm, place) => {
    const effect = comparisons[place]?.effect;
    if (effect === undefined) return [];
    const treatmentShare = arm.share / (arm.share + control.share);
    const perDay = unitsPerDay(figures, phase, [control, arm]);
    if (perDay === undefined) return [];
    return [
      { control: effect.control, treatment: effect.treatment, unitsPerDay: perDay, treatmentShare },
    ];
  });
  return pairs.length < treatments.length ? undefined : daysLeft(plan, pairs, windowHours);
}
