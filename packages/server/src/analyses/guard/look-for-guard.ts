import type { GuardState } from '@comporta/contract/change-requests/guard';
import type { GuardReading } from '@comporta/contract/change-requests/guard-decision';
import { type GuardrailFinding, openLoss } from '@comporta/stats/guardrail-finding';
import { isHarmedBehindGate } from '@comporta/stats/harm-behind-gate';
import { guardrailLimit } from '@comporta/stats/limits';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { lateAfterMs } from '../results/late.ts';
import { type LookedAt, type Looking, lookAtPhase } from '../results/look-at-phase.ts';
import { momentsOf, statisticalMetric, statisticalPlan } from '../results/phase-figures.ts';

export interface GuardLook {
  readonly phaseId: string | null;
  readonly countedAt: string | null;
  readonly reading: GuardReading | null;
  readonly shown: Pick<GuardState, 'units' | 'guardrails' | 'marked'>;
}

export const NOTHING_COUNTED: GuardLook = {
  phaseId: null,
  countedAt: null,
  reading: null,
  shown: { units: [], guardrails: [], marked: 0 },
};

/**
 * What a guard reads of the open phase: not its verdict, in which missing data of the goal would stand before the harm that a
 * guardrail shows. Source: SAF-53.
 */
export async function lookForGuard(looking: Looking, analysis: StoredAnalysis): Promise<GuardLook> {
  const phase = analysis.phases.find(({ endedAt }) => endedAt === null);
  if (phase === undefined) return NOTHING_COUNTED;
  const counted = { phaseId: phase.id, countedAt: phase.countedAt?.toISOString() ?? null };
  const looked = phase.countedAt === null ? undefined : await lookAtPhase(looking, analysis, phase);
  if (phase.countedAt === null || looked === undefined) return { ...NOTHING_COUNTED, ...counted };
  const { evaluated, figures } = looked;
  const { guardrails, arms, verdict, sampleRatio } = evaluated;
  const values = figures.arms.map(({ value }) => value);
  const isHarmed = harmBehindGates(analysis, phase, looked);
  const states = guardrails.map((finding) =>
    finding.states.map((_, place) => {
      const state = stateOf(finding, place);
      return state === 'SHUT' && isHarmed(finding, place) ? 'HARMED' : state;
    }),
  );
  const seconds = (ms: number) => ms / 1_000;
  return {
    ...counted,
    // Without a guardrail nobody knows of harm.
    reading:
      guardrails.length === 0
        ? null
        : {
            sampleRatioAlarm: sampleRatio.alarm,
            // Only the alarm stands before it in the verdict.
            wrongAssignment: verdict.code === 'INVALID_ASSIGNMENT',
            countedAt: seconds(phase.countedAt.getTime()),
            lateAfter: seconds(lateAfterMs(phase)),
            units: arms.map(({ units }) => units),
            guardrails: states.map((of) => ({ states: of })),
          },
    shown: {
      units: arms.map(({ units }, place) => ({ value: values[place] ?? '', users: units })),
      guardrails: guardrails.flatMap(({ metric }, number) =>
        (states[number] ?? []).map((state, place) => ({
          metric: analysis.metrics.find(({ key }) => key === metric.key)?.name ?? metric.key,
          value: values[place + 1] ?? '',
          state,
        })),
      ),
      marked: figures.units.reduce((sum, cohort) => sum + cohort.marked, 0),
    },
  };
}

/** Of one that has no interval nothing is known, as where its gate is shut: both are no "not harmed" (RES-106). */
function stateOf(finding: GuardrailFinding, place: number): GuardrailFinding['states'][number] {
  const state = finding.states[place] ?? 'SHUT';
  return state === 'OPEN' && openLoss(finding, place) === undefined ? 'SHUT' : state;
}

/** Whoever watches must see what hits everybody, of which there is no interval (decision 46). */
function harmBehindGates(analysis: StoredAnalysis, phase: StoredPhase, { figures }: LookedAt) {
  const limit = guardrailLimit(statisticalPlan(analysis, phase, figures));
  return ({ metric: { key } }: GuardrailFinding, place: number): boolean => {
    const measured = analysis.metrics.find((one) => one.key === key && one.role === 'GUARDRAIL');
    if (measured === undefined) return false;
    const metric = { ...statisticalMetric(measured), margin: measured.margin };
    const { control, treatments } = momentsOf(figures, measured);
    const treatment = treatments[place];
    return treatment !== undefined && isHarmedBehindGate(limit, metric, { control, treatment });
  };
}
