import { createHash } from 'node:crypto';
import { canonicalJson } from '@comporta/contract/canonical-json';
import { rangesOf } from '@comporta/contract/experiments/bucket-ranges';
import type { StoredRule } from '@comporta/contract/experiments/rule';
import type { Rule } from '@comporta/engine/snapshot';

/** The inputs that decide which users get which value. */
export interface Assigned {
  readonly salt: string;
  readonly buckets: number;
  /** The values of the toggle, in its order. */
  readonly values: readonly string[];
  readonly rule: Pick<Rule, 'valueSpec'>;
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
  return createHash('sha256').update(canonicalJson(value)).digest('base64url');
}
