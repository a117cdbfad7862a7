/** The growth of a value per unit of `at`, and its standard error. */
export interface Trend {
  readonly slope: number;
  readonly standardError: number;
}

/** Fits a straight line by least squares. Needs at least three points; otherwise the error is not a finite number. */
export function trendOf(points: readonly { readonly at: number; readonly value: number }[]): Trend {
  const mean = (read: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)];
  const spread = mean(({ at }) => (at - meanAt) ** 2);
  const slope = mean(({ at, value }) => (at - meanAt) * (value - meanValue)) / spread;
  const left = mean(({ at, value }) => (value - meanValue - slope * (at - meanAt)) ** 2);
  return { slope, standardError: Math.sqrt(left / spread / (points.length - 2)) };
}
