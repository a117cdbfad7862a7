import type { Health, HealthLevel } from '@comporta/contract/analyses/health';
import type { EventUsers } from '../../event-store/raw-events.ts';
import { countsOf } from '../analysis-answer.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import type { EnvironmentFacts } from './environment-facts-repository.ts';
import type { EvaluatedPhase } from './evaluate-phase.ts';
import { isLate, lateAfterMs } from './late.ts';
import { mostOf, type PhaseCounts, totalOf } from './phase-counts.ts';
import type { PhaseFigures } from './phase-figures.ts';

const WRONG_RED = 0.1;
/** A larger share is worth a warning. */
const NOTICEABLE = 0.01;
const MANY_CAPPED = 0.05;
/** Of fewer users with events it says nothing that none of them was exposed. */
const MANY_USERS = 25;

interface Looked {
  readonly analysis: StoredAnalysis;
  readonly phase: StoredPhase;
  readonly figures: PhaseFigures;
  readonly counts: PhaseCounts;
  readonly evaluated: EvaluatedPhase;
  readonly facts: EnvironmentFacts;
  /** Undefined where the units are no users: events of users say nothing of them. */
  readonly eventUsers: EventUsers | undefined;
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
    ...units(looked),
    ...pageEvents(looked),
    pageExposures(looked),
    { code: 'BULK', level: amberIf(facts.countsBulk), params: {} },
    bots(looked),
    ...capped(looked),
    ...carried(looked),
  ];
}

function amberIf(isToBeLookedAt: boolean): HealthLevel {
  return isToBeLookedAt ? 'AMBER' : 'GREEN';
}

/** Whether the users of the goal's events are those of the exposures. Source: RES-109. */
function units({ eventUsers }: Looked): Health[] {
  if (eventUsers === undefined) return [];
  const { users, matching } = eventUsers;
  const level = amberIf(matching === 0 && users >= MANY_USERS);
  return [{ code: 'UNITS', level, params: { users, matching } }];
}

/** The metrics that count only trusted events, with those that came from pages. Source: RES-110. */
function pageEvents({ analysis, counts }: Looked): Health[] {
  const missed = analysis.metrics
    .filter(({ trusted, removed }) => trusted && removed !== true)
    .map(({ key, eventKey, denominatorKey }) => {
      const keys = [...new Set([eventKey, denominatorKey])];
      return { metric: key, count: sum(keys.map((one) => counts.pageEvents.get(one) ?? 0)) };
    });
  const found = missed.filter(({ count }) => count > 0);
  if (found.length === 0) return [{ code: 'PAGE_EVENTS', level: 'GREEN', params: { count: 0 } }];
  return found.map((params) => ({ code: 'PAGE_EVENTS', level: 'AMBER', params }));
}

/** The share of exposures that pages sent; whoever sees a page can send them. Source: RES-111. */
function pageExposures({ counts }: Looked): Health {
  const { pageExposures: count, exposures } = counts;
  const share = count / Math.max(1, exposures, count);
  return { code: 'PAGE_EXPOSURES', level: 'GREEN', params: { count, share } };
}

function freshness({ analysis, phase, now }: Looked): Health {
  const { countedAt } = phase;
  if (countedAt === null) return { code: 'FRESHNESS', level: 'GREEN', params: {} };
  const seconds = Math.max(0, Math.round((now.getTime() - countedAt.getTime()) / 1_000));
  return {
    code: 'FRESHNESS',
    level: amberIf(isLate(analysis, phase, now)),
    params: {
      at: countedAt.toISOString(),
      seconds,
      lateAfterSeconds: lateAfterMs(phase) / 1_000,
    },
  };
}

/** Bots that the plan leaves out disturb nothing. Source: RES-35, RES-114. */
function bots({ analysis, figures }: Looked): Health {
  const { excludeBots: isLeftOut } = analysis;
  const count = sum(figures.units.map((cohort) => cohort.bots));
  const counted = sum(figures.units.map((cohort) => cohort.units));
  const share = count / Math.max(1, isLeftOut ? counted + count : counted);
  return {
    code: 'BOTS',
    level: amberIf(count > 0 && !isLeftOut),
    params: { count, share, isLeftOut },
  };
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
