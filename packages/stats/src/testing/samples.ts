/** Size, mean and variance of a sample, the form of published cases. */
export interface SampleInput {
  readonly mean: number;
  readonly variance: number;
  readonly n: number;
}

export type Two = readonly [number, number];

export function proportion(x: number, n: number): SampleInput {
  return { n, mean: x / n, variance: (x / n) * (1 - x / n) };
}

/** The variance of the difference of two shares under the hypothesis that both are equal. */
export function pooledProportionVariance(x: Two, n: Two): number {
  const p = (x[0] + x[1]) / (n[0] + n[1]);
  return p * (1 - p) * (1 / n[0] + 1 / n[1]);
}
