import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { Metric, MetricMoments } from '@comporta/stats/comparison';
import type { AnalysisPlan } from '@comporta/stats/limits';
import { type Moments, mergeAll, NO_MOMENTS } from '@comporta/stats/moments';
import type {
  CohortMoments,
  CohortUnits,
  EventStore,
  PhaseUnits,
} from '../../event-store/event-store.ts';
import type { StoredAnalysis, StoredPhase } from '../analysis-repository.ts';
import { armsOf, type PhaseArm } from '../arms.ts';

const DAY_MS = 24 * 60 * 60_000;
const HOUR_MS = 60 * 60_000;

/** The counts of one phase. */
export interface PhaseFigures {
  readonly arms: readonly [control: PhaseArm, ...treatments: PhaseArm[]];
  /** `units` holds only those that count: without bots, where the plan leaves them out (RES-114). */
  readonly units: readonly CohortUnits[];
  /** The key is the number of the metric. */
  readonly moments: ReadonlyMap<number, readonly CohortMoments[]>;
}

/** The counts of all units of a phase. */
export interface WholeFigures extends PhaseFigures {
  readonly units: readonly PhaseUnits[];
}

export async function readFigures(
  store: EventStore,
  analysis: StoredAnalysis,
  phase: StoredPhase,
): Promise<WholeFigures | undefined> {
  const [control, ...treatments] = armsOf(phase, analysis.control);
  if (control === undefined) return undefined;
  const used = analysis.metrics.filter(({ removed }) => removed !== true);
  const now = new Date();
  // A RETENTION metric uses only days on which the window of every user is over. Source: RES-18.
  const closedBefore = used
    .filter(({ kind }) => kind === 'RETENTION')
    .map((metric) => [metric.no, firstOpenDay(phase, metric, now)] as const);
  const [moments, units] = await Promise.all([
    store.moments(phase.id, new Map(closedBefore)),
    store.exposureCounts(phase.id),
  ]);
  return {
    arms: [control, ...treatments],
    units: countedUnits(analysis, units),
    moments: new Map(used.map(({ no }) => [no, moments.get(no) ?? []])),
  };
}

/** The units that count: bots are left out of all of them where the plan says so. Source: RES-35, RES-114. */
export function countedUnits<Cohort extends CohortUnits>(
  { excludeBots }: Pick<StoredAnalysis, 'excludeBots'>,
  units: readonly Cohort[],
): readonly Cohort[] {
  return excludeBots ? units.map((one) => ({ ...one, units: one.units - one.bots })) : units;
}

/** Later than any exposure. */
const NO_DAY = '9999-12-31';

/** The first day with a user whose window is still open or was cut by the end of events; earlier days are closed. */
export function firstOpenDay(
  { endedAt, eventsUntil }: StoredPhase,
  { windowHours }: MeasuredMetric,
  now: Date,
): string {
  const until = eventsUntil !== null && eventsUntil < now ? eventsUntil : now;
  const since = new Date(until.getTime() - windowHours * HOUR_MS);
  return endedAt !== null && endedAt <= since ? NO_DAY : since.toISOString().slice(0, 10);
}

/** The moments of a metric for the control and for each other value, over the days that `isWanted` accepts. */
export function momentsOf(
  { arms, moments }: PhaseFigures,
  { no }: Pick<MeasuredMetric, 'no'>,
  isWanted: (day: string) => boolean = () => true,
): MetricMoments {
  const cohorts = moments.get(no) ?? [];
  const of = (arm: PhaseArm): Moments =>
    mergeAll(
      cohorts
        .filter(({ valueIx, cohortDay }) => valueIx === arm.valueIx && isWanted(cohortDay))
        .map((cohort) => cohort.moments),
    );
  const [control, ...treatments] = arms;
  return { control: control ? of(control) : NO_MOMENTS, treatments: treatments.map(of) };
}

/** The number of units of a value that count; carried ones are left out, and bots where the plan says so. */
export function unitsOf({ units }: PhaseFigures, { valueIx }: PhaseArm): number {
  return units
    .filter((cohort) => cohort.valueIx === valueIx)
    .reduce((sum, cohort) => sum + cohort.units, 0);
}

export function statisticalPlan(
  { alpha, power, mde, plannedUnits, guardrails }: StoredAnalysis,
  { guardrailLooks }: StoredPhase,
  { arms }: PhaseFigures,
): AnalysisPlan {
  return {
    alpha,
    power,
    mde,
    plannedUnits: plannedUnits ?? undefined,
    treatments: arms.length - 1,
    guardrails: guardrails.length,
    looksAtGuardrails: guardrailLooks !== null,
  };
}

export function statisticalMetric({ key, kind, better, cuped }: MeasuredMetric): Metric {
  return { key, kind, better, cuped };
}

/** Since when a phase has traffic; where that is known only by its day, from the end of that day on. */
function trafficSince({ units }: PhaseFigures, { startedAt }: StoredPhase): number {
  const first = units
    .filter((cohort) => cohort.units > 0)
    .map(({ cohortDay }) => cohortDay)
    .sort()[0];
  if (first === undefined) return Number.POSITIVE_INFINITY;
  const isFirstDay = first === startedAt.toISOString().slice(0, 10);
  return isFirstDay ? startedAt.getTime() : Date.parse(first) + DAY_MS;
}

/** Whether a phase has had traffic for a day. Source: RES-115. */
export function hasFirstDay(figures: PhaseFigures, phase: StoredPhase): boolean {
  const until = (phase.endedAt ?? new Date()).getTime();
  return until - trafficSince(figures, phase) >= DAY_MS;
}

/**
 * New units per day of the given values, in the last seven days of the phase; undefined before a day of traffic, of which
 * minutes say nothing. Source: RES-115.
 */
export function unitsPerDay(
  figures: PhaseFigures,
  phase: StoredPhase,
  arms: readonly PhaseArm[],
): number | undefined {
  const { units } = figures;
  const until = (phase.endedAt ?? new Date()).getTime();
  if (!hasFirstDay(figures, phase)) return undefined;
  const days = Math.min(7, (until - trafficSince(figures, phase)) / DAY_MS);
  const since = new Date(until - 7 * DAY_MS).toISOString().slice(0, 10);
  const recent = units.filter(
    ({ valueIx, cohortDay }) => cohortDay > since && arms.some((arm) => arm.valueIx === valueIx),
  );
  return recent.reduce((sum, cohort) => sum + cohort.units, 0) / days;
}
