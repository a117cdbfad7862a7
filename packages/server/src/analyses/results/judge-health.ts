import type { Health, HealthLevel } from '@comporta/contract/analyses/health';
import { countsOf } from '../analysis-answer.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import type { EvaluatedPhase } from './evaluate-phase.ts';
import { mostOf, type PhaseCounts, totalOf } from './phase-counts.ts';
import type { PhaseFigures } from './phase-figures.ts';
import type { EnvironmentFacts } from './progress-repository.ts';

/** Older results count as late (RES-80). */
const LATE_SECONDS = 5 * 60;
const WRONG_RED = 0.1;
/** A larger share is worth a warning. */
const NOTICEABLE = 0.01;
const MANY_CAPPED = 0.05;

interface Looked {
  readonly analysis: StoredAnalysis;
  readonly phase: StoredPhase;
  readonly figures: PhaseFigures;
  readonly counts: PhaseCounts;
  readonly evaluated: EvaluatedPhase;
  readonly facts: EnvironmentFacts;
  readonly now: Date;
}

/** The state of every health check, also of those that found nothing. */
export function judgeHealth(looked: Looked): Health[] {
  const { figures, counts, facts, evaluated } = looked;
  const { lately } = counts;
  const { worst, expected, alarm } = evaluated.sampleRatio;
  const seen = lately.exposures + lately.wrong;
  const wrong = seen === 0 ? 0 : lately.wrong / seen;
  const refused = totalOf(lately.refusedCodes);
  const skewed = lately.skewed / Math.max(1, lately.events + lately.exposures);
  const [reported, given] = lately.mostWrong ?? [];
  const code = mostOf(lately.refusedCodes);
  return [
    {
      code: 'SRM',
      level: alarm ? 'RED' : 'GREEN',
      params: {
        value: figures.arms[worst]?.value ?? '',
        users: evaluated.arms[worst]?.units ?? 0,
        expected,
      },
    },
    {
      code: 'ASSIGNMENT',
      level: wrong > WRONG_RED ? 'RED' : amberIf(wrong > 0),
      params: {
        count: lately.wrong,
        share: wrong,
        ...(reported !== undefined && { reported }),
        ...(given !== undefined && { expected: given }),
      },
    },
    freshness(looked),
    {
      code: 'REJECTED',
      level: amberIf(refused > 0),
      params: { count: refused, ...(code !== undefined && { code }) },
    },
    {
      code: 'CLOCK_SKEW',
      level: amberIf(skewed > NOTICEABLE),
      params: { count: lately.skewed, share: skewed },
    },
    { code: 'DROPPED', level: amberIf(lately.dropped > 0), params: { count: lately.dropped } },
    { code: 'BULK', level: amberIf(facts.countsBulk), params: {} },
    bots(figures),
    ...capped(looked),
    ...carried(looked),
  ];
}

function amberIf(isToBeLookedAt: boolean): HealthLevel {
  return isToBeLookedAt ? 'AMBER' : 'GREEN';
}

function freshness({ phase, now }: Looked): Health {
  const { countedAt } = phase;
  if (countedAt === null) return { code: 'FRESHNESS', level: 'GREEN', params: {} };
  const seconds = Math.max(0, Math.round((now.getTime() - countedAt.getTime()) / 1_000));
  const isLate = phase.endedAt === null && seconds > LATE_SECONDS;
  return {
    code: 'FRESHNESS',
    level: amberIf(isLate),
    params: { at: countedAt.toISOString(), seconds },
  };
}

function bots({ units }: PhaseFigures): Health {
  const count = sum(units.map((cohort) => cohort.bots));
  const all = Math.max(1, sum(units.map((cohort) => cohort.units)));
  return { code: 'BOTS', level: amberIf(count > 0), params: { count, share: count / all } };
}

/** Only a phase that a former release began leaves units out because their value changed. Source: RES-104. */
function carried({ phase, figures }: Looked): Health[] {
  if (countsOf(phase) !== 'MOVED_LEFT_OUT') return [];
  const count = sum(figures.units.map((cohort) => cohort.carried));
  return [{ code: 'CARRIED', level: amberIf(count > 0), params: { count } }];
}

/** The metric with the largest share of users who reach the cap. */
function capped({ analysis, figures }: Looked): Health[] {
  const shares = analysis.metrics
    .filter(({ capAt }) => capAt !== undefined)
    .map(({ no, name, capAt }) => {
      const cohorts = figures.moments.get(no) ?? [];
      const all = Math.max(1, sum(cohorts.map(({ moments }) => moments.n)));
      return { name, capAt, share: sum(cohorts.map((cohort) => cohort.capped)) / all };
    })
    .sort((a, b) => b.share - a.share);
  const [most] = shares;
  if (most === undefined) return [];
  const { name, capAt, share } = most;
  return [
    {
      code: 'CAPPED',
      level: amberIf(share > MANY_CAPPED),
      params: { share, metric: name, ...(capAt !== undefined && { cap: capAt }) },
    },
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
