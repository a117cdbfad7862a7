import type { ValueSpec } from '@comporta/engine/snapshot';
import { type Range, sharesIn, splitRanges } from '@comporta/engine/split';

/** A share of users that gets another value than before, in percent. */
export interface MovedShare {
  readonly from: string;
  readonly to: string;
  readonly share: number;
}

/** Buckets of a hundredth of a percent. */
const BUCKETS = 10_000;

/**
 * Which shares of a rule's users get another value, in the order of their buckets. The salt stays, so that shares of values
 * between two others shift as well. Source: SAF-51.
 * @param values the values of the toggle, in its order
 */
export function movedShares(
  values: readonly string[],
  before: ValueSpec,
  after: ValueSpec,
): readonly MovedShare[] {
  const was = rangesIn(values, before);
  const is = rangesIn(values, after);
  const edges = [...new Set([...was, ...is].flatMap(({ from, to }) => [from, to]))].sort(
    (a, b) => a - b,
  );
  const moved = new Map<string, { from: string; to: string; buckets: number }>();
  for (const [index, edge] of edges.slice(0, -1).entries()) {
    const [from, to] = [valueAt(was, edge), valueAt(is, edge)];
    if (from === undefined || to === undefined || from === to) continue;
    const pair = JSON.stringify([from, to]);
    const sum = moved.get(pair) ?? { from, to, buckets: 0 };
    moved.set(pair, { ...sum, buckets: sum.buckets + (edges[index + 1] ?? edge) - edge });
  }
  return [...moved.values()].map(({ buckets, ...pair }) => ({ ...pair, share: buckets / 100 }));
}

function rangesIn(values: readonly string[], spec: ValueSpec): readonly Range[] {
  const shares = spec.type === 'EXACT_VALUE' ? { [spec.exactValue]: 100 } : sharesIn(spec);
  return splitRanges(values, shares ?? {}, BUCKETS);
}

function valueAt(ranges: readonly Range[], bucket: number): string | undefined {
  return ranges.find(({ from, to }) => bucket >= from && bucket < to)?.value;
}
