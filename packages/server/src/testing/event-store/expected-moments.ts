import type { MeasuredMetric } from '@comporta/contract/analyses/analysis';
import type { NewEvent, NewExposure } from '../../event-store/event-store.ts';

/** The expected moments of a value and a day, computed from the figures of all its units at once. */
export interface ExpectedMoments {
  readonly valueIx: number;
  readonly cohortDay: string;
  readonly n: number;
  readonly positive: number;
  readonly mean: number;
  readonly m2: number;
  readonly d?: ExpectedSecond;
  readonly x?: ExpectedSecond;
}

interface ExpectedSecond {
  readonly mean: number;
  readonly m2: number;
  readonly c: number;
}

export interface Happened {
  readonly exposures: readonly NewExposure[];
  readonly events: readonly NewEvent[];
  /** The id of each event key. */
  readonly keys: ReadonlyMap<string, number>;
}

interface UnitFigures {
  readonly y: number;
  readonly d: number;
  readonly x: number;
}

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Computes moments by the definitions alone (RES-18, RES-19, RES-51): it merges no partial results. */
export function expectedMoments(happened: Happened, metric: MeasuredMetric): ExpectedMoments[] {
  const events = new Map(happened.events.map((event) => [event.eventId, event]));
  const cohorts = new Map<string, UnitFigures[]>();
  for (const exposure of firstOf(happened.exposures)) {
    if (exposure.carried) continue;
    const own = [...events.values()].filter(({ unit }) => unit === exposure.unit);
    const cohort = `${exposure.valueIx} ${exposure.at.toISOString().slice(0, 10)}`;
    const figures = figuresOf(exposure.at, own, { metric, keys: happened.keys });
    cohorts.set(cohort, [...(cohorts.get(cohort) ?? []), figures]);
  }
  return [...cohorts]
    .map(([cohort, units]) => {
      const [valueIx = '', cohortDay = ''] = cohort.split(' ');
      return { valueIx: Number(valueIx), cohortDay, ...momentsOf(units, metric) };
    })
    .sort((a, b) => a.cohortDay.localeCompare(b.cohortDay) || a.valueIx - b.valueIx);
}

/** The earliest exposure of each unit. */
function firstOf(exposures: readonly NewExposure[]): NewExposure[] {
  const first = new Map<string, NewExposure>();
  for (const exposure of exposures) {
    const known = first.get(exposure.unit);
    if (known === undefined || exposure.at < known.at) first.set(exposure.unit, exposure);
  }
  return [...first.values()];
}

function figuresOf(
  firstAt: Date,
  events: readonly NewEvent[],
  { metric, keys }: { readonly metric: MeasuredMetric; readonly keys: Happened['keys'] },
): UnitFigures {
  const first = firstAt.getTime();
  const trusted = events.filter((event) => event.trusted || !metric.trusted);
  const between = (key: string, from: number, to: number) =>
    trusted.filter(
      ({ eventKeyId, at }) =>
        eventKeyId === keys.get(key) && at.getTime() >= from && at.getTime() < to,
    );
  const from = first + metric.fromHours * HOUR_MS;
  const to = first + metric.windowHours * HOUR_MS;
  const before = between(metric.eventKey, first - metric.lookbackDays * DAY_MS, first);
  return {
    y: totalOf(between(metric.eventKey, from, to), metric),
    d:
      metric.kind === 'RATIO'
        ? totalOf(between(metric.denominatorKey, from, to), {
            ...metric,
            numeratorOf: metric.denominatorOf,
          })
        : 0,
    x: totalOf(before, metric),
  };
}

function totalOf(
  events: readonly NewEvent[],
  { kind, numeratorOf, capAt }: MeasuredMetric,
): number {
  const values = events.map(({ value }) => value ?? (kind === 'RATIO' ? 1 : 0));
  const sum = values.reduce((total, value) => total + value, 0);
  const count = events.length;
  const isCount = kind === 'COUNT' || (kind === 'RATIO' && numeratorOf === 'COUNT');
  const total = isCount ? count : kind === 'MEAN' || kind === 'RATIO' ? sum : +(count > 0);
  return Math.min(total, capAt ?? Number.POSITIVE_INFINITY);
}

function momentsOf(units: readonly UnitFigures[], { kind, cuped }: MeasuredMetric) {
  const mean = (of: (unit: UnitFigures) => number) =>
    units.reduce((sum, unit) => sum + of(unit), 0) / units.length;
  const product = (one: keyof UnitFigures, other: keyof UnitFigures) => {
    const means = [mean((unit) => unit[one]), mean((unit) => unit[other])] as const;
    return units.reduce((sum, unit) => sum + (unit[one] - means[0]) * (unit[other] - means[1]), 0);
  };
  const second = (name: 'd' | 'x'): ExpectedSecond => ({
    mean: mean((unit) => unit[name]),
    m2: product(name, name),
    c: product('y', name),
  });
  return {
    n: units.length,
    positive: units.filter((unit) => (kind === 'RATIO' ? unit.d : unit.y) !== 0).length,
    mean: mean((unit) => unit.y),
    m2: product('y', 'y'),
    ...(kind === 'RATIO' && { d: second('d') }),
    ...(cuped && { x: second('x') }),
  };
}
