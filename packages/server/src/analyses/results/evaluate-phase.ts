import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { MetricResult } from '@comporta/contract/analyses/results';
import { type Comparison, compare, levelIn, varianceReduction } from '@comporta/stats/comparison';
import { alwaysValidP } from '@comporta/stats/confidence-sequence';
import type { Diagnosis } from '@comporta/stats/diagnosis';
import { explore } from '@comporta/stats/family';
import { fixedP } from '@comporta/stats/fixed-look';
import { daysLeft } from '@comporta/stats/forecast';
import { guardrailFinding } from '@comporta/stats/guardrail-finding';
import { type AnalysisPlan, finalLimit, goalLimit, isFinalLookDue } from '@comporta/stats/limits';
import { holm } from '@comporta/stats/multiplicity';
import {
  chanceToBeBetter,
  lossOfControl,
  lossOfTreatment,
  posteriorOf,
} from '@comporta/stats/posterior';
import { type Arm, sampleRatio } from '@comporta/stats/sample-ratio';
import { type Verdict, verdictOf } from '@comporta/stats/verdict';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
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

/** What is known of a phase beside its figures. */
export interface Surroundings {
  /** Of the last 24 hours. */
  readonly assignment: { readonly exposures: number; readonly wrong: number };
  readonly goalEvents: number;
  readonly diagnosis: Diagnosis;
  readonly now: Date;
}

export interface EvaluatedPhase {
  readonly verdict: Verdict;
  readonly metrics: readonly MetricResult[];
  readonly arms: readonly Arm[];
  readonly sampleRatio: ReturnType<typeof sampleRatio>;
  readonly days: number | undefined;
  readonly pairUnits: number;
  /** The goal at the final look, when it is to be made now; it is made once. */
  readonly finalLook: readonly Comparison[] | undefined;
}

/** What the figures of a phase say at this moment. */
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
  { assignment, goalEvents, diagnosis, now }: Surroundings,
): EvaluatedPhase {
  const plan = statisticalPlan(analysis, figures);
  const values = figures.arms.map(({ value }) => value) as [string, ...string[]]; // As many as arms.
  const used = analysis.metrics.filter(({ removed }) => removed !== true);
  const goal = used.find(({ role }) => role === 'GOAL');
  if (goal === undefined) throw new Error(`analysis ${analysis.id} has no goal`);
  const goalMoments = momentsOf(figures, goal);
  const metric = statisticalMetric(goal);
  const look = finalLookOf(phase, { plan, goal, figures, now });
  const goalComparisons = look?.comparisons ?? compare(metric, goalMoments, goalLimit(plan));
  const guardrails = used
    .filter(({ role }) => role === 'GUARDRAIL')
    .map((one) => ({
      one,
      finding: guardrailFinding(
        plan,
        { ...statisticalMetric(one), margin: one.margin },
        momentsOf(figures, one),
      ),
    }));
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
    diagnosis,
    goalComparisons,
    guardrails: guardrails.map(({ finding }) => finding),
    finalLookMade: look !== undefined,
    mde: analysis.mde,
    phaseHours: ((phase.endedAt ?? now).getTime() - phase.startedAt.getTime()) / HOUR_MS,
    daysLeft: days,
  });
  const goalResult = resultOf(goal, goalComparisons);
  const metrics = [
    look ? { ...goalResult, finalLookAt: look.at.toISOString() } : goalResult,
    ...guardrails.map(({ one, finding }) => resultOf(one, finding.comparisons, finding)),
    ...secondary.map((one, place) => {
      const { comparisons = [], standsOut = [] } = explored[place] ?? {};
      return resultOf(one, comparisons, { standsOut });
    }),
  ];
  return {
    verdict,
    metrics,
    arms,
    sampleRatio: sampleRatio(arms),
    days,
    pairUnits: pairs.length === 0 ? 0 : Math.min(...pairs),
    finalLook: look && !look.isStored ? look.comparisons : undefined,
  };
}

interface Looking {
  readonly plan: AnalysisPlan;
  readonly goal: MeasuredMetric;
  readonly figures: PhaseFigures;
  readonly now: Date;
}

/** The one look at the planned end: that which was stored, or that which is due now. Source: RES-54. */
function finalLookOf(phase: StoredPhase, { plan, goal, figures, now }: Looking) {
  const metric = statisticalMetric(goal);
  if (phase.finalLook !== null && phase.finalLookAt !== null) {
    // Written by this very program, as the JSON of what it computed.
    const comparisons = phase.finalLook as readonly Comparison[];
    return { comparisons, at: phase.finalLookAt, isStored: true };
  }
  const openFrom = firstOpenDay(phase, goal, now);
  const closed = momentsOf(figures, goal, (day) => day < openFrom);
  if (!isFinalLookDue(plan, closed)) return undefined;
  return { comparisons: compare(metric, closed, finalLimit(plan)), at: now, isStored: false };
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
  const [control, ...treatments] = figures.arms;
  const windowHours = analysis.metrics.find(({ role }) => role === 'GOAL')?.windowHours ?? 0;
  const pairs = treatments.flatMap((arm, place) => {
    const effect = comparisons[place]?.effect;
    if (effect === undefined) return [];
    const treatmentShare = arm.share / (arm.share + control.share);
    const perDay = unitsPerDay(figures, phase, [control, arm]);
    return [
      { control: effect.control, treatment: effect.treatment, unitsPerDay: perDay, treatmentShare },
    ];
  });
  return pairs.length < treatments.length ? undefined : daysLeft(plan, pairs, windowHours);
}

/** What was found of each value beside the control. */
interface FoundOfValues {
  readonly states?: readonly ('HARMED' | 'SAFE' | 'OPEN' | 'SHUT')[];
  readonly standsOut?: readonly boolean[];
}

/** What is answered of a metric: its levels, and each value beside the control. */
export function resultsIn(figures: PhaseFigures, values: readonly string[]) {
  return (
    metric: MeasuredMetric,
    comparisons: readonly Comparison[],
    { states, standsOut }: FoundOfValues = {},
  ): MetricResult => {
    const all = momentsOf(figures, metric);
    const statistical = statisticalMetric(metric);
    const unadjusted = metric.cuped
      ? compare({ ...statistical, cuped: false }, all, {
          alpha: comparisons[0]?.alpha ?? 1,
          critical: () => 0,
          tuning: undefined,
        })
      : [];
    const pFixed = comparisons.map(({ effect, logE }) =>
      effect !== undefined && logE === undefined ? fixedP(effect) : undefined,
    );
    const pHolm = pFixed.every((p) => p !== undefined) ? holm(pFixed) : [];
    return {
      no: metric.no,
      role: metric.role,
      key: metric.key,
      values: [all.control, ...all.treatments].map((moments, place) => {
        const level = moments.n === 0 ? undefined : levelIn(statistical, all, moments);
        return {
          value: values[place] ?? '',
          users: moments.n,
          positive: moments.positive,
          ...(level && Number.isFinite(level.mean) && { level: level.mean }),
          ...(level &&
            Number.isFinite(level.variance) && {
              deviation: Math.sqrt(Math.max(0, level.variance)),
            }),
        };
      }),
      comparisons: comparisons.map((comparison, place) => {
        const { alpha, effect, difference, lift, logE, notComputable } = comparison;
        const state = states?.[place];
        const without = unadjusted[place];
        const posterior = effect && posteriorOf(effect.difference, effect.standardError);
        const isUp = metric.better === 'UP';
        return {
          value: values[place + 1] ?? '',
          alpha,
          ...(effect && difference && { difference: { point: effect.difference, ...difference } }),
          ...(lift && { lift }),
          ...(notComputable && { notComputable }),
          ...(state && { guardrail: state }),
          ...(standsOut && { standsOut: standsOut[place] ?? false }),
          ...(effect &&
            without?.effect && {
              unadjusted: { varianceReduction: varianceReduction(effect, without.effect) },
            }),
          ...(effect &&
            posterior && {
              raw: {
                standardError: effect.standardError,
                ...(logE !== undefined && { logE, pValue: alwaysValidP(logE) }),
                ...(pFixed[place] !== undefined && { pFixed: pFixed[place] }),
                ...(pHolm[place] !== undefined && { pHolm: pHolm[place] }),
                chanceToBeBetter: chanceToBeBetter(posterior, metric.better),
                expectedLoss: {
                  ofValue: isUp ? lossOfTreatment(posterior) : lossOfControl(posterior),
                  ofControl: isUp ? lossOfControl(posterior) : lossOfTreatment(posterior),
                },
              },
            }),
        };
      }),
    };
  };
}
