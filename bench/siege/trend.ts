/** What grows by how much in each unit of `at`, and how far that may be wrong. */
export interface Trend {
  readonly slope: number;
  readonly standardError: number;
}

/** The straight line of least squares; three points at least, else not a number. */
export function trendOf(points: readonly { readonly at: number; readonly value: number }[]): Trend {
  const mean = (read: (point: { at: number; value: number }) => number) =>
    points.reduce((sum, point) => sum + read(point), 0) / points.length;
  const [meanAt, meanValue] = [mean(({ at }) => at), mean(({ value }) => value)];
  const spread = mean(({ at }) => (at - meanAt) ** 2);
  const slope = mean(({ at, value }) => (at - meanAt) * (value - meanValue)) / spread;
  const left = mean(({ at, value }) => (value - meanValue - slope * (at - meanAt)) ** 2);
  return { slope, standardError: Math.sqrt(left / spread / (points.length - 2)) };
}
