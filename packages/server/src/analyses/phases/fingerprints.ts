import { createHash } from 'node:crypto';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { Rule } from '@comporta/engine/snapshot';
import { sharesIn, splitRanges } from '@comporta/engine/split';
import type { BucketRange } from '../../tables/analyses.ts';

/** The inputs that decide which users get which value. */
export interface Assigned {
  readonly salt: string;
  readonly buckets: number;
  /** The values of the toggle, in its order. */
  readonly values: readonly string[];
  readonly rule: Pick<Rule, 'valueSpec'>;
}

/** The ranges of buckets for each value; none for a rule without a split. */
export function rangesOf({ rule, values, buckets }: Assigned): BucketRange[] {
  const shares = sharesIn(rule.valueSpec) ?? {};
  return splitRanges(values, shares, buckets).map(({ value, from, to }) => ({
    valueIndex: values.indexOf(value),
    from,
    to,
  }));
}

/** The id of the property that a rule divides by; undefined where it divides users. */
export function splitByOf({ valueSpec }: Assigned['rule']): string | undefined {
  return valueSpec.type === 'SPLIT_BY' ? valueSpec.by : undefined;
}

/**
 * A fingerprint of the assignment. A different one opens a new phase. Phases from before splits could be by a property
 * keep theirs, because an absent `by` is left out. Source: RES-16, RUL-34.
 */
export function assignmentFingerprint(assigned: Assigned): string {
  const { salt, buckets, values, rule } = assigned;
  return fingerprint({ salt, buckets, values, ranges: rangesOf(assigned), by: splitByOf(rule) });
}

/** The inputs that decide which users reach a rule. A change keeps the phase, and is marked in it. Source: RES-16. */
export interface Reached {
  /** The rules up to and including the measured one. */
  readonly rules: readonly StoredRule[];
  /** The target groups and the experiments that these rules depend on, in the order of their ids. */
  readonly asked: readonly object[];
}

export function audienceFingerprint({ rules, asked }: Reached): string {
  const audiences = rules.map(
    ({ id: _id, name: _name, valueSpec: _value, ...audience }) => audience,
  );
  return fingerprint({ audiences, asked });
}

/** SHA-256 of canonical JSON. */
function fingerprint(value: object): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url');
}

/** Sorts the members of objects, because `jsonb` columns do not keep their order. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
  return Object.fromEntries(members);
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

export function valueAt(ranges: readonly BucketRange[], bucket: number): number | undefined {
  return ranges.find(({ from, to }) => bucket >= from && bucket < to)?.valueIndex;
}
