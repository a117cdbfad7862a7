import type { ValueSpec } from '@comporta/engine/snapshot';
import { sharesIn, splitRanges } from '@comporta/engine/split';

/** The buckets from `from`, inclusive, to `to`, exclusive, that get a value of the toggle. */
export interface BucketRange {
  readonly valueIndex: number;
  readonly from: number;
  readonly to: number;
}

interface Assigned {
  readonly buckets: number;
  /** The values of the toggle, in its order. */
  readonly values: readonly string[];
  readonly rule: { readonly valueSpec: ValueSpec };
}

/** The ranges of buckets for each value, in the order of the toggle's values; none for a rule without a split. */
export function rangesOf({ rule, values, buckets }: Assigned): BucketRange[] {
  const shares = sharesIn(rule.valueSpec) ?? {};
  return splitRanges(values, shares, buckets).map(({ value, from, to }) => ({
    valueIndex: values.indexOf(value),
    from,
    to,
  }));
}

/** The ranges of buckets whose value has changed; adjacent ranges are merged. */
export function movedRanges(
  before: readonly BucketRange[],
  after: readonly BucketRange[],
): { readonly from: number; readonly to: number }[] {
  const edges = [...new Set([...before, ...after].flatMap(({ from, to }) => [from, to]))].sort(
    (a, b) => a - b,
  );
  const moved: { from: number; to: number }[] = [];
  for (const [index, from] of edges.slice(0, -1).entries()) {
    const to = edges[index + 1] ?? from;
    if (valueAt(before, from) === valueAt(after, from)) continue;
    const last = moved.at(-1);
    if (last?.to === from) last.to = to;
    else moved.push({ from, to });
  }
  return moved;
}

function valueAt(ranges: readonly BucketRange[], bucket: number): number | undefined {
  return ranges.find(({ from, to }) => bucket >= from && bucket < to)?.valueIndex;
}
