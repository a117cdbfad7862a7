import type { Marker } from '@comporta/contract/analyses/phase';
import type { Results } from '@comporta/contract/analyses/results';
import { remarksOn } from '@comporta/stats/remarks';
import { orNotFound } from '../../platform/base/or-not-found.ts';
import { analysisAnswer } from '../analysis-answer.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { type DayResult, readDays } from './daily-result-repository.ts';
import { type LookedAt, type Looking, lookAtPhase } from './look-at-phase.ts';
import { hasFirstDay, unitsOf } from './phase-figures.ts';
import { readSegment, segmentsOf } from './read-segment.ts';

const HOUR_MS = 60 * 60_000;

interface ResultsQuery {
  readonly analysis?: string | undefined;
  readonly phase?: string | undefined;
  readonly segment?: string | undefined;
}

/** The requested analysis and phase; by default the newest started analysis and its newest phase. */
export function chosenPhase(
  analyses: readonly StoredAnalysis[],
  asked: ResultsQuery,
): { readonly analysis: StoredAnalysis; readonly phase: StoredPhase } {
  const analysis = orNotFound(
    analyses.find(({ id, phases }) =>
      asked.analysis === undefined ? phases.length > 0 : id === asked.analysis,
    ),
  );
  const phase = orNotFound(
    analysis.phases.findLast(({ id }) => asked.phase === undefined || id === asked.phase),
  );
  return { analysis, phase };
}

export async function readResults(
  looking: Looking,
  analyses: readonly StoredAnalysis[],
  asked: ResultsQuery,
): Promise<Results> {
  const { analysis, phase } = chosenPhase(analyses, asked);
  const [seen, stored, segments] = await Promise.all([
    lookAtPhase(looking, analysis, phase),
    readDays(looking.sql, phase.id),
    segmentsOf(looking, analysis),
  ]);
  const looked = orNotFound(seen);
  const { figures, evaluated, health } = looked;
  const { verdict, metrics, sampleRatio, days, pairUnits } = evaluated;
  const today = dayResult(looked);
  const remarks = remarksOn(verdict, figures.arms.length - 1);
  const segment =
    asked.segment === undefined
      ? undefined
      : await readSegment(looking, { analysis, phase, figures }, asked.segment);
  return {
    analysis: analysisAnswer(analysis),
    phaseId: phase.id,
    ...(phase.countedAt && { asOf: phase.countedAt.toISOString() }),
    ...(looked.eventsAway && { eventsAway: true as const }),
    ...(looked.eventsMoving && { eventsMoving: looked.eventsMoving }),
    verdict: withoutUndefined(verdict),
    remarks: phase.audienceChangedAt.length > 0 ? [...remarks, 'AUDIENCE'] : remarks,
    health: [...health],
    ...markedIn(looked),
    values: figures.arms.map((arm, place) => ({
      value: arm.value,
      isControl: place === 0,
      users: unitsOf(figures, arm),
      expected: arm.expected,
    })),
    openWindows: openShare(analysis, phase, looked),
    metrics: [...metrics],
    progress: {
      pairUnits,
      ...(analysis.plannedUnits !== null && { plannedUnits: analysis.plannedUnits }),
      ...(days !== undefined && { days }),
      ...(phase.endedAt === null && !hasFirstDay(figures, phase) && { needsFirstDay: true }),
    },
    sampleRatio: { logE: sampleRatio.logE, chiSquaredP: sampleRatio.p },
    days:
      phase.endedAt === null ? [...stored.filter(({ day }) => day !== today.day), today] : stored,
    exposures: exposuresByDay(looked),
    markers: markersOf(analysis),
    segments,
    ...(segment && { segment }),
  };
}

function markedIn({ figures }: LookedAt): Pick<Results, 'marked'> {
  const marked = figures.units.reduce((sum, cohort) => sum + cohort.marked, 0);
  return marked > 0 ? { marked } : {};
}

/** A summary of the results of a phase at this moment. */
export function dayResult({ evaluated, now }: LookedAt): DayResult {
  return {
    day: now.toISOString().slice(0, 10),
    verdict: withoutUndefined(evaluated.verdict),
    metrics: evaluated.metrics.map(({ no, values, comparisons }) => ({
      no,
      values: values.map(({ value, users, level }) => ({ value, users, level })),
      comparisons: comparisons.map(({ value, difference, lift, raw }) => ({
        value,
        ...(difference && { difference }),
        ...(lift && { lift }),
        ...(raw && { standardError: raw.standardError }),
      })),
    })),
  };
}

/** Drops undefined fields, as storing as JSON does. */
export function withoutUndefined<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

/** The share, from 0 to 1, of users of days on which some windows of the goal are still open. */
function openShare(
  analysis: StoredAnalysis,
  phase: StoredPhase,
  { figures, now }: LookedAt,
): number {
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  const until = (phase.eventsUntil ?? now).getTime();
  const all = figures.units.reduce((sum, { units }) => sum + units, 0);
  if (goal === undefined || all === 0 || phase.eventsUntil !== null) return 0;
  const since = new Date(until - goal.windowHours * HOUR_MS).toISOString().slice(0, 10);
  const open = figures.units.filter(({ cohortDay }) => cohortDay >= since);
  return open.reduce((sum, { units }) => sum + units, 0) / all;
}

function exposuresByDay({ figures }: LookedAt): Results['exposures'] {
  const days = [...new Set(figures.units.map(({ cohortDay }) => cohortDay))].sort();
  return days.map((day) => ({
    day,
    users: figures.arms.map(({ valueIx }) =>
      figures.units
        .filter((cohort) => cohort.cohortDay === day && cohort.valueIx === valueIx)
        .reduce((sum, { units }) => sum + units, 0),
    ),
  }));
}

function markersOf({ phases }: StoredAnalysis): Marker[] {
  const markers = phases.flatMap(({ number, reason, startedAt, endedAt, ended, ...phase }) => {
    const began: Marker = {
      kind: reason === 'WEIGHTS' ? 'WEIGHTS' : reason === 'RESTART' ? 'RESTART' : 'PHASE',
      at: startedAt.toISOString(),
      phase: number,
    };
    const audience = phase.audienceChangedAt.map((at): Marker => ({ kind: 'AUDIENCE', at }));
    const paused: Marker[] =
      ended === 'PAUSE' && endedAt ? [{ kind: 'PAUSE', at: endedAt.toISOString() }] : [];
    return [began, ...audience, ...paused];
  });
  return markers.sort((a, b) => (a.at < b.at ? -1 : 1));
}
