import type { FailedStep } from '@comporta/contract/analyses/diagnosis';
import { type Diagnosis, diagnosisOf } from '@comporta/stats/diagnosis';
import { GATE_POSITIVE, GATE_UNITS } from '@comporta/stats/gate';
import type { EventStore } from '../../event-store/event-store.ts';
import type { ExposedUnits, GoalProgress } from '../../event-store/raw-events.ts';
import { unlessAway } from '../../platform/base/pulse.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { type EnvironmentFacts, readEnvironmentFacts } from './environment-facts-repository.ts';
import { mostOf, type PhaseCounts, totalOf } from './phase-counts.ts';
import { momentsOf, type PhaseFigures, unitsOf, unitsPerDay } from './phase-figures.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** So many exposures and events, or an hour: from then on it is no coincidence that none of them fits. */
const ENOUGH = 100;

export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  readonly step: FailedStep;
  /** Whether nothing that exposed units did counts, although it should by now. Source: RES-109. */
  readonly nothingCounts: boolean;
  readonly facts: EnvironmentFacts;
}

/** Why a phase has no results, if it has none: the first step that fails. Source: RES-76. */
export async function diagnose(
  { sql, store }: { readonly sql: Sql; readonly store: EventStore },
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
  const counted = units.reduce((sum, one) => sum + one, 0);
  const ofFigures = { progress: COUNTED, count: counted, since: null };
  const [facts, { progress, count: exposed, since }] = await Promise.all([
    readEnvironmentFacts(sql, analysis.envId),
    hasEvents
      ? ofFigures
      : unlessAway(readProgress(store, analysis, phase)).then((read) => read ?? ofFigures),
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
    earlyEvents: progress.earlyEvents,
    skewedEvents: progress.skewedEvents,
  });
  const step = stepOf(diagnosis, { analysis, phase, counts, progress, figures, units, exposed });
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  // Where the time window begins later, nothing can count before that.
  const hour = since === null ? null : since + HOUR_MS + (goal?.fromHours ?? 0) * HOUR_MS;
  const isEnough = goal?.fromHours === 0 && counts.goalEvents >= ENOUGH;
  const nothingCounts =
    diagnosis !== 'TOO_FEW' &&
    exposed >= ENOUGH &&
    progress.countedEvents === 0 &&
    (isEnough || (hour !== null && hour <= Date.now()));
  return { diagnosis, step, nothingCounts, facts };
}

/** Used when the figures already hold events of the goal, or nobody can ask: some events count. */
const COUNTED: GoalProgress = {
  unitEvents: 1,
  countedEvents: 1,
  earlyEvents: 0,
  skewedEvents: 0,
  skewMinutes: 0,
};

/** The progress of users and events before they reach the figures, which follow later and leave out carried users. */
function readProgress(
  store: EventStore,
  { appId, envId, metrics }: StoredAnalysis,
  phase: StoredPhase,
): Promise<ExposedUnits & { readonly progress: GoalProgress }> {
  const goal = metrics.find(({ role }) => role === 'GOAL');
  return store.goalProgress({ appId, envId, phase, ...(goal && { goal }) });
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
      const share = progress.earlyEvents / Math.max(1, progress.unitEvents);
      return { reason, share, eventKey };
    }
    case 'CLOCK_SKEW':
      return { reason, minutes: progress.skewMinutes };
    case 'TOO_FEW':
      return { reason, ...tooFew(figures, { analysis, phase, units }) };
  }
}

/** The gate that is shut, and when every value will have passed it if as many come per day as in the last week. */
function tooFew(
  figures: PhaseFigures,
  { analysis, phase, units }: Pick<Found, 'analysis' | 'phase' | 'units'>,
): { count: number; needed: number; expectedOn?: string } {
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  const moments = goal === undefined ? undefined : momentsOf(figures, goal);
  const positive = moments && [moments.control, ...moments.treatments].map((one) => one.positive);
  // As in the verdict, users come first (RES-58).
  const isOfUnits = positive === undefined || Math.min(...units) < GATE_UNITS;
  const counts = isOfUnits ? units : positive;
  const needed = isOfUnits ? GATE_UNITS : GATE_POSITIVE;
  const days = figures.arms.map((arm, place) => {
    const count = counts[place] ?? 0;
    const perDay = unitsPerDay(figures, phase, [arm]) ?? 0;
    const share = isOfUnits ? 1 : count / Math.max(1, units[place] ?? 0);
    return count >= needed ? 0 : (needed - count) / (perDay * share);
  });
  const most = Math.max(...days);
  const found = { count: Math.min(...counts), needed };
  if (!Number.isFinite(most)) return found;
  const at = new Date(Date.now() + most * DAY_MS);
  return { ...found, expectedOn: at.toISOString().slice(0, 10) };
}
