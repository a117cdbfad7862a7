import type { EventStore, Tally } from '../../event-store/event-store.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';

const DAY_MS = 24 * 60 * 60_000;

/** Counters of events and evaluations as they arrived, of what concerns a phase. Source: RES-112. */
export interface PhaseCounts {
  /** Since the phase began, in whole hours. */
  readonly evaluated: {
    readonly measured: number;
    readonly earlier: number;
    readonly missing: number;
  };
  readonly exposures: number;
  readonly refused: ReadonlyMap<string, number>;
  /** Those that the goal may count: without those of pages, where it counts only trusted ones. */
  readonly goalEvents: number;
  /** The events that came from pages, by their keys. */
  readonly pageEvents: ReadonlyMap<string, number>;
  readonly pageExposures: number;
  /** The counters of the last 24 hours. */
  readonly lately: {
    readonly events: number;
    readonly skewed: number;
    readonly dropped: number;
    readonly exposures: number;
    readonly wrong: number;
    /** The exposures of the phase that were refused. */
    readonly refusedCodes: ReadonlyMap<string, number>;
    /** The reported and the expected value of the most frequent wrong assignment; undefined where it is none of the phase's. */
    readonly mostWrong: readonly [string | undefined, string | undefined] | undefined;
  };
}

const HOUR_MS = 60 * 60_000;

export async function readPhaseCounts(
  store: EventStore,
  analysis: StoredAnalysis,
  phase: StoredPhase,
): Promise<PhaseCounts> {
  const dayAgo = new Date(Date.now() - DAY_MS);
  const goal = analysis.metrics.find(({ role }) => role === 'GOAL');
  const keys = [
    ...new Set(
      analysis.metrics
        .flatMap(({ eventKey, denominatorKey }) => [eventKey, denominatorKey])
        .filter((key) => key !== ''),
    ),
  ];
  const codeOf = (how: 'MEASURED' | 'EARLIER' | 'MISSING') => `${phase.id} ${how}`;
  const [inPhase, lately] = await Promise.all([
    store.counters(analysis.envId, hourOf(phase.startedAt), [
      { kind: 'EVALUATED', codes: [codeOf('MEASURED'), codeOf('EARLIER'), codeOf('MISSING')] },
      { kind: 'EXPOSURE', codes: [phase.id] },
      { kind: 'PAGE_EXPOSURE', codes: [phase.id] },
      { kind: 'EVENT', codes: [goal?.eventKey ?? ''] },
      { kind: 'PAGE_EVENT', codes: keys },
      { kind: 'REFUSED_EXPOSURE' },
    ]),
    store.counters(analysis.envId, hourOf(dayAgo), [
      { kind: 'EXPOSURE', codes: [phase.id] },
      { kind: 'REFUSED_EXPOSURE' },
      { kind: 'WRONG' },
      { kind: 'DROPPED', codes: [phase.id] },
      { kind: 'EVENT', codes: keys },
      { kind: 'SKEWED', codes: [...keys, phase.id] },
    ]),
  ]);
  const pageEvents = byCode(inPhase, 'PAGE_EVENT', '');
  const untrusted = goal?.trusted ? (pageEvents.get(goal.eventKey) ?? 0) : 0;
  const wrong = byCode(lately, 'WRONG', `${phase.id} `);
  const mostWrong = mostOf(wrong);
  return {
    evaluated: {
      measured: sumOf(inPhase, 'EVALUATED', codeOf('MEASURED')),
      earlier: sumOf(inPhase, 'EVALUATED', codeOf('EARLIER')),
      missing: sumOf(inPhase, 'EVALUATED', codeOf('MISSING')),
    },
    exposures: sumOf(inPhase, 'EXPOSURE', phase.id),
    refused: byCode(inPhase, 'REFUSED_EXPOSURE', `${phase.id} `),
    goalEvents: Math.max(0, sumOf(inPhase, 'EVENT', goal?.eventKey ?? '') - untrusted),
    pageEvents,
    pageExposures: sumOf(inPhase, 'PAGE_EXPOSURE', phase.id),
    lately: {
      events: sumOf(lately, 'EVENT'),
      skewed: sumOf(lately, 'SKEWED'),
      dropped: sumOf(lately, 'DROPPED'),
      exposures: sumOf(lately, 'EXPOSURE', phase.id),
      wrong: [...wrong.values()].reduce((sum, count) => sum + count, 0),
      refusedCodes: byCode(lately, 'REFUSED_EXPOSURE', `${phase.id} `),
      mostWrong: mostWrong === undefined ? undefined : valuesOfWrong(mostWrong, phase.values),
    },
  };
}

/** Reads the values of a wrong assignment. 0.2.0 counted their texts; since then their indexes are counted. */
function valuesOfWrong(
  code: string,
  values: readonly string[],
): readonly [string | undefined, string | undefined] {
  const [reported = '', expected = '', form] = JSON.parse(code) as string[]; // Both forms are arrays of texts.
  return form === undefined
    ? [reported, expected]
    : [values[Number(reported)], values[Number(expected)]];
}

function hourOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
}

/** The code that was counted most often. */
export function mostOf(counts: ReadonlyMap<string, number>): string | undefined {
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0];
}

export function totalOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}

function sumOf(counted: readonly Tally[], kind: string, code?: string): number {
  return counted
    .filter((one) => one.kind === kind && (code === undefined || one.code === code))
    .reduce((sum, { count }) => sum + count, 0);
}

function byCode(counted: readonly Tally[], kind: string, prefix: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const one of counted) {
    if (one.kind !== kind || !one.code.startsWith(prefix)) continue;
    const code = one.code.slice(prefix.length);
    counts.set(code, (counts.get(code) ?? 0) + one.count);
  }
  return counts;
}
