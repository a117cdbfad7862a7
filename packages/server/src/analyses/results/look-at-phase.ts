import type { Health } from '@comporta/contract/analyses/health';
import type { EventStore, Moving } from '../../event-store/event-store.ts';
import { unlessAway } from '../../platform/base/pulse.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { type Diagnosed, diagnose } from './diagnose.ts';
import { type EvaluatedPhase, evaluatePhase } from './evaluate-phase.ts';
import { judgeHealth } from './judge-health.ts';
import { readPhaseCounts } from './phase-counts.ts';
import { readFigures, type WholeFigures } from './phase-figures.ts';

export interface LookedAt extends Diagnosed {
  readonly figures: WholeFigures;
  readonly evaluated: EvaluatedPhase;
  readonly health: readonly Health[];
  readonly now: Date;
  /** The store of raw events does not answer. */
  readonly eventsAway: boolean;
  /** Raw events are being moved to another store, and nothing is counted meanwhile. */
  readonly eventsMoving: Moving | undefined;
}

export interface Looking {
  readonly sql: Sql;
  readonly store: EventStore;
}

/** Reads and evaluates a phase at this moment; undefined when no value of its split has a share. */
export async function lookAtPhase(
  { sql, store }: Looking,
  analysis: StoredAnalysis,
  phase: StoredPhase,
): Promise<LookedAt | undefined> {
  const [figures, counts, eventsMoving] = await Promise.all([
    readFigures(store, analysis, phase),
    readPhaseCounts(store, analysis, phase),
    store.moving(),
  ]);
  if (figures === undefined) return undefined;
  const { lately, goalEvents } = counts;
  const { appId, envId } = analysis;
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  const ofGoal = (goal && figures.moments.get(goal.no)) ?? [];
  const hasEvents = ofGoal.some(({ moments }) => moments.positive > 0);
  const isOfUsers = goal !== undefined && phase.byPropertyId === null;
  const [diagnosed, eventUsers] = await Promise.all([
    diagnose({ sql, store }, { analysis, phase, figures, counts, hasEvents }),
    isOfUsers ? unlessAway(store.eventUsers({ appId, envId, phase, goal })) : undefined,
  ]);
  const now = new Date();
  const evaluated = evaluatePhase(
    { analysis, phase, figures },
    {
      assignment: { exposures: lately.exposures + lately.wrong, wrong: lately.wrong },
      goalEvents: Math.max(goalEvents, hasEvents ? 1 : 0),
      nothingCounts: diagnosed.nothingCounts,
      diagnosis: diagnosed.diagnosis,
      now,
    },
  );
  const { facts } = diagnosed;
  const found = { analysis, phase, figures, counts, evaluated, facts, eventUsers, now };
  const health = judgeHealth(found);
  const eventsAway = store.isAway();
  return { ...diagnosed, figures, evaluated, health, now, eventsAway, eventsMoving };
}
