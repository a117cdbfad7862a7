/** Adjusts the p-values of several comparisons, so that each can be read as if it were the only one. */
export type Adjust = (p: readonly number[]) => number[];

/** m·p, at most 1. Source: RES-56, F13. */
export const bonferroni: Adjust = (p) => p.map((one) => Math.min(1, one * p.length));

/** Source: Holm, "A Simple Sequentially Rejective Multiple Test Procedure" (1979); RES-56, F13. */
export const holm: Adjust = (p) =>
  inOrderOf(p, (sorted) => runningMax(sorted.map((one, j) => (sorted.length - j) * one)));

/** Source: Hochberg, "A Sharper Bonferroni Procedure" (1988); RES-56, F13. */
export const hochberg: Adjust = (p) =>
  inOrderOf(p, (sorted) => runningMinFromEnd(sorted.map((one, j) => (sorted.length - j) * one)));

/** Source: Benjamini and Hochberg, "Controlling the False Discovery Rate" (1995); RES-56, F13. */
export const benjaminiHochberg: Adjust = (p) =>
  inOrderOf(p, (sorted) =>
    runningMinFromEnd(sorted.map((one, j) => (sorted.length * one) / (j + 1))),
  );

/** Source: Benjamini and Yekutieli, "The Control of the FDR … under Dependency" (2001); RES-56, F13. */
export const benjaminiYekutieli: Adjust = (p) => {
  const harmonic = p.reduce((sum, _, j) => sum + 1 / (j + 1), 0);
  return inOrderOf(p, (sorted) =>
    runningMinFromEnd(sorted.map((one, j) => (harmonic * sorted.length * one) / (j + 1))),
  );
};

/**
 * The comparisons of one family that stand out, given the logarithms of their e-values. Uses e-BH, which is valid for
 * any dependence between the comparisons. Returns indexes, the strongest first.
 * Source: Wang and Ramdas, "False Discovery Rate Control with E-values", JRSS B 84 (2022); RES-56, F13.
 */
export function eBenjaminiHochberg(logE: readonly number[], alpha: number): number[] {
  const strongest = indicesBy(logE, (a, b) => b - a);
  const rejected = strongest.findLastIndex(
    (index, place) => (logE[index] ?? 0) >= Math.log(logE.length / (alpha * (place + 1))),
  );
  return strongest.slice(0, rejected + 1);
}

/** The error rate of the intervals of a family in which `rejected` comparisons stand out. Source: RES-56. */
export function familyAlpha(alpha: number, comparisons: number, rejected: number): number {
  return (alpha * Math.max(rejected, 1)) / comparisons;
}

/** Adjusts the values in ascending order, and returns them in their original order, limited to 1. */
function inOrderOf(p: readonly number[], adjust: Adjust): number[] {
  const order = indicesBy(p, (a, b) => a - b);
  const adjusted = adjust(order.map((index) => p[index] ?? 1));
  const answer = new Array<number>(p.length);
  order.forEach((index, place) => {
    answer[index] = Math.min(1, adjusted[place] ?? 1);
  });
  return answer;
}

function indicesBy(values: readonly number[], order: (a: number, b: number) => number): number[] {
  return [...values.keys()].sort((a, b) => order(values[a] ?? 0, values[b] ?? 0));
}

function runningMax(values: readonly number[]): number[] {
  let most = Number.NEGATIVE_INFINITY;
  return values.map((value) => {
    most = Math.max(most, value);
    return most;
  });
}

function runningMinFromEnd(values: readonly number[]): number[] {
  let least = Number.POSITIVE_INFINITY;
  return values
    .toReversed()
    .map((value) => {
      least = Math.min(least, value);
      return least;
    })
    .toReversed();
}
