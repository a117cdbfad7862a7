/** How a metric measures a unit (RES-18). */
export const METRIC_KINDS = ['CONVERSION', 'COUNT', 'MEAN', 'RATIO', 'RETENTION'] as const;
export type MetricKind = (typeof METRIC_KINDS)[number];

/** A second figure of the same units: a ratio's denominator, or the figure before exposure. */
export interface Comoments {
  readonly mean: number;
  /** Σ (· − mean)² */
  readonly m2: number;
  /** Σ (y − mean of y)(· − mean) */
  readonly c: number;
}

/**
 * The moments of the units of one value: all that the statistics need. They are centred, because plain sums of squares
 * lose the variance where the mean is large (RES-43).
 */
export interface Moments {
  readonly n: number;
  /** Number of units whose figure is not 0; for a ratio, whose denominator is not 0. */
  readonly positive: number;
  readonly mean: number;
  /** Σ (y − mean)² */
  readonly m2: number;
  /** The denominator of a RATIO. */
  readonly d?: Comoments | undefined;
  /** The figure before exposure, for CUPED. */
  readonly x?: Comoments | undefined;
}

export const NO_MOMENTS: Moments = { n: 0, positive: 0, mean: 0, m2: 0 };

/** The figures of one unit. */
export interface UnitFigures {
  readonly y: number;
  readonly d?: number | undefined;
  readonly x?: number | undefined;
}

export function momentsOfUnit({ y, d, x }: UnitFigures): Moments {
  return {
    n: 1,
    positive: (d ?? y) === 0 ? 0 : 1,
    mean: y,
    m2: 0,
    d: d === undefined ? undefined : { mean: d, m2: 0, c: 0 },
    x: x === undefined ? undefined : { mean: x, m2: 0, c: 0 },
  };
}

/**
 * The moments of the union of two disjoint sets of units. A second figure that one of them lacks is dropped.
 * Source: Chan, Golub and LeVeque, "Updating Formulae and a Pairwise Algorithm for Computing
 * Sample Variances" (1979); RES-51, F1.
 */
export function merge(a: Moments, b: Moments): Moments {
  if (a.n === 0) return b;
  if (b.n === 0) return a;
  const n = a.n + b.n;
  const delta = b.mean - a.mean;
  const weight = (a.n * b.n) / n;
  const merged = (of: Comoments | undefined, and: Comoments | undefined) => {
    if (of === undefined || and === undefined) return undefined;
    const shift = and.mean - of.mean;
    return {
      mean: of.mean + (shift * b.n) / n,
      m2: of.m2 + and.m2 + shift * shift * weight,
      c: of.c + and.c + delta * shift * weight,
    };
  };
  return {
    n,
    positive: a.positive + b.positive,
    mean: a.mean + (delta * b.n) / n,
    m2: a.m2 + b.m2 + delta * delta * weight,
    d: merged(a.d, b.d),
    x: merged(a.x, b.x),
  };
}

export function mergeAll(parts: Iterable<Moments>): Moments {
  let all = NO_MOMENTS;
  for (const part of parts) all = merge(all, part);
  return all;
}

/**
 * The divisor that turns a sum of squares into a variance: n − 1, but n where the figure is 0 or 1, so that the variance
 * is p(1 − p). Source: RES-51, F1.
 */
export function degrees(n: number, kind: MetricKind): number {
  return kind === 'CONVERSION' || kind === 'RETENTION' ? n : n - 1;
}

/** Turns a sum of squares or products into a variance or covariance; 0 for fewer than two units. */
export function secondMoment(sum: number, n: number, kind: MetricKind): number {
  return n <= 1 ? 0 : sum / degrees(n, kind);
}
