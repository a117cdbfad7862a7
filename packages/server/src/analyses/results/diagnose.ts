import type { FailedStep } from '@comporta/contract/analyses/diagnosis';
import { type Diagnosis, diagnosisOf } from '@comporta/stats/diagnosis';
import { GATE_UNITS } from '@comporta/stats/gate';
import type { Sql } from '../../platform/database/database.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { mostOf, type PhaseCounts, totalOf } from './phase-counts.ts';
import { type PhaseFigures, unitsOf, unitsPerDay } from './phase-figures.ts';
import {
  type EnvironmentFacts,
  type GoalProgress,
  readEnvironmentFacts,
  readExposedUnits,
  readGoalProgress,
} from './progress-repository.ts';

const DAY_MS = 24 * 60 * 60_000;

export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  readonly step: FailedStep;
  readonly facts: EnvironmentFacts;
}

/** Why a phase has no results, if it has none: the first step that fails. Source: RES-76. */
export async function diagnose(
  sql: Sql,
  {
    analysis,
    phase,
    figures,
    counts,
    hasEvents,
  }: {
    readonly analysis: StoredAnalysis;
    readonly phase: StoredPhase;
    readonly figures: PhaseFigures;
    readonly counts: PhaseCounts;
    /** Whether the figures have events of the goal. */
    readonly hasEvents: boolean;
  },
): Promise<Diagnosed> {
  const units = figures.arms.map((arm) => unitsOf(figures, arm));
  const [facts, { progress, exposed }] = await Promise.all([
    readEnvironmentFacts(sql, analysis.envId),
    hasEvents
      ? { progress: COUNTED, exposed: units.reduce((sum, one) => sum + one, 0) }
      : readProgress(sql, analysis, phase),
  ]);
  const { measured, earlier, missing } = counts.evaluated;
  const isSeen = facts.lastSeenAt !== null && facts.lastSeenAt >= phase.startedAt;
  const evaluations = measured + earlier + missing;
  const diagnosis = diagnosisOf({
    hasKey: facts.hasKey,
    requests: isSeen ? 1 : evaluations,
    evaluations,
    measured,
    exposures: Math.max(exposed, counts.exposures) + totalOf(counts.refused),
    units: exposed,
    // Counters are kept per hour; the events of units are read directly.
    goalEvents: Math.max(counts.goalEvents, progress.unitEvents),
    unitEvents: progress.unitEvents,
    countedEvents: progress.countedEvents,
    skewedEvents: progress.skewedEvents,
  });
  const step = stepOf(diagnosis, { analysis, phase, counts, progress, figures, units, exposed });
  return { diagnosis, step, facts };
}

/** Used when the figures already hold events of the goal: some events count. */
const COUNTED: GoalProgress = { unitEvents: 1, countedEvents: 1, skewedEvents: 0, skewMinutes: 0 };
const NO_GOAL: GoalProgress = { unitEvents: 0, countedEvents: 0, skewedEvents: 0, skewMinutes: 0 };

/** The progress of users and events before they reach the figures, which follow later and leave out carried users. */
async function readProgress(
  sql: Sql,
  analysis: StoredAnalysis,
  phase: StoredPhase,
): Promise<{ readonly progress: GoalProgress; readonly exposed: number }> {
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  const exposed = await readExposedUnits(sql, phase.id);
  const progress =
    goal === undefined ? NO_GOAL : await readGoalProgress(sql, analysis, { phase, goal, exposed });
  return { progress, exposed: exposed.count };
}

interface Found {
  readonly analysis: StoredAnalysis;
  readonly phase: StoredPhase;
  readonly counts: PhaseCounts;
  readonly progress: GoalProgress;
  readonly figures: PhaseFigures;
  /** The number of units that count, by value. */
  readonly units: readonly number[];
  readonly exposed: number;
}

function stepOf(
  reason: Diagnosis,
  { analysis, phase, counts, progress, figures, units, exposed }: Found,
): FailedStep {
  const { environmentName: environment, toggleName: toggle } = analysis;
  const { measured, earlier, missing } = counts.evaluated;
  const eventKey = analysis.metrics.find(({ role }) => role === 'GOAL')?.eventKey ?? '';
  switch (reason) {
    case 'NO_KEY':
      return { reason, environment };
    case 'NO_TRAFFIC':
      return { reason, environment, since: phase.startedAt.toISOString() };
    case 'TOGGLE_NOT_EVALUATED':
    case 'EXPOSURES_NOT_SENT':
      return { reason, toggle };
    case 'SPLIT_NOT_REACHED':
      return { reason, toggle, count: measured + earlier + missing, earlier, missing };
    case 'EXPOSURES_REJECTED':
      return { reason, count: totalOf(counts.refused), code: mostOf(counts.refused) ?? '' };
    case 'NO_EVENTS':
      return { reason, count: exposed, eventKey };
    case 'UNITS_DO_NOT_MATCH':
      return { reason, count: counts.goalEvents, eventKey };
    case 'EVENTS_BEFORE_EXPOSURE': {
      const before = progress.unitEvents - progress.countedEvents;
      return { reason, share: before / Math.max(1, progress.unitEvents), eventKey };
    }
    case 'CLOCK_SKEW':
      return { reason, minutes: progress.skewMinutes };
    case 'TOO_FEW':
      return { reason, count: Math.min(...units), needed: GATE_UNITS, ...expected(figures, phase) };
  }
}

/** When every value will have enough users, if as many arrive per day as in the last week. */
function expected(figures: PhaseFigures, phase: StoredPhase): { expectedOn?: string } {
  const days = figures.arms.map((arm) => {
    const lacking = Math.max(0, GATE_UNITS - unitsOf(figures, arm));
    return lacking / unitsPerDay(figures, phase, [arm]);
  });
  const most = Math.max(...days);
  if (!Number.isFinite(most)) return {};
  return { expectedOn: new Date(Date.now() + most * DAY_MS).toISOString().slice(0, 10) };
}
