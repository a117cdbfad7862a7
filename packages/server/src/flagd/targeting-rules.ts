import { EXPERIMENT_MAX_RULES } from '@comporta/contract/experiments/experiment';
import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { allOf, EVERYBODY, type Formula, rulesFor } from '../foreign/formula.ts';
import { everyone, exactly } from '../foreign/named-rules.ts';
import { requirePromise, unsupported } from '../foreign/targeting-scope.ts';
import { splitByWeight, triedRules } from '../foreign/tried-rules.ts';
import { UnsupportedFeature } from '../foreign/unsupported-feature.ts';
import { conditionOf, isTrueOrFalse } from './targeting-condition.ts';
import {
  type FlagdScope,
  type Node,
  type Operation,
  operationOf,
  referredBy,
} from './targeting-node.ts';

/** What targeting may return: the texts of the toggle's values. */
export interface Variants {
  readonly byName: ReadonlyMap<string, string>;
  readonly defaultValue: string;
}

interface FlagScope extends FlagdScope {
  readonly variants: Variants;
}

/** The rules of a flag, the last of them for everyone. Throws UnsupportedFeature. */
export function targetingRules(
  targeting: unknown,
  variants: Variants,
  scope: FlagdScope,
): readonly NamedRule[] {
  const node = { json: targeting, place: 'targeting' };
  // As in flagd, an empty object is no targeting. Not JSON.stringify: it may be nested deeply.
  const isAbsent = targeting === undefined || Object.keys(Object(targeting)).length === 0;
  const found = isAbsent ? [] : outcomes(node, EVERYBODY, { ...scope, variants });
  return triedRules([...found, everyone(variants.defaultValue)]);
}

/** What those users get whom the guard, and no earlier rule, lets in. */
function outcomes(node: Node, guard: Formula, scope: FlagScope): NamedRule[] {
  const give = (valueSpec: NamedRule['valueSpec'], to = guard) =>
    rulesFor(to, valueSpec, scope.targetGroups);
  const variant = (name: unknown) => exactly(valueNamed(name, node, scope));
  if (typeof node.json !== 'object' || node.json === null) return give(variant(node.json));
  const operation = operationOf(node, scope);
  if (operation === undefined) throw unsupported(node, 'a list is no variant');
  switch (operation.operator) {
    case 'if':
      return branches(operation, guard, scope);
    case 'fractional':
      return give({ type: 'SPLIT', split: splitOf(operation, scope) });
    case '$ref':
      return outcomes(referredBy(operation, scope).node, guard, scope);
  }
  if (!isTrueOrFalse(node, scope)) {
    throw unsupported(operation, 'it has no counterpart where a variant is expected');
  }
  const isTrue = allOf([guard, conditionOf(node, scope)]);
  return [...give(variant(true), isTrue), ...give(variant(false))];
}

/** Conditions with what follows them in turn; what is left at the end is for all others. */
function branches(operation: Operation, guard: Formula, scope: FlagScope): NamedRule[] {
  if (!operation.hasList) throw unsupported(operation, 'it takes a list');
  const rules: NamedRule[] = [];
  const { args } = operation;
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [asked, then] = args.slice(index, index + 2);
    if (asked === undefined || then === undefined) break;
    const chosen = allOf([guard, conditionOf(asked, scope)]);
    rules.push(...outcomes(then, chosen, scope));
    if (rules.length > EXPERIMENT_MAX_RULES) {
      throw new UnsupportedFeature(`it needs more than ${EXPERIMENT_MAX_RULES} rules`);
    }
  }
  const last = args.length % 2 === 1 ? args.at(-1) : undefined;
  return [...rules, ...outcomes(last ?? { ...operation, json: null }, guard, scope)];
}

/** The text of the variant's value; that of the default for `null`. Throws UnsupportedFeature without such a variant. */
function valueNamed(
  name: unknown,
  at: { readonly place: string },
  { variants }: FlagScope,
): string {
  if (name === null) return variants.defaultValue;
  const value = typeof name === 'object' ? undefined : variants.byName.get(String(name));
  if (value === undefined) throw unsupported(at, 'it names no variant of the flag');
  return value;
}

/** Percentages by value. Users are drawn anew, as flagd and Comporta hash differently. */
function splitOf(operation: Operation, scope: FlagScope): Readonly<Record<string, number>> {
  const [first, ...others] = operation.args;
  const by = first && !Array.isArray(first.json) ? operationOf(first, scope) : undefined;
  const isByKey = by?.operator === 'var' && by.args[0]?.json === 'targetingKey';
  const buckets = isByKey && by.args.length === 1 ? others : operation.args;
  const weights = new Map<string, number>();
  for (const bucket of buckets) {
    if (!Array.isArray(bucket.json) || bucket.json.length === 0 || bucket.json.length > 2) {
      throw unsupported(
        operation,
        'it divides by targetingKey only, with a variant and a weight each',
      );
    }
    const [name, given = 1] = bucket.json;
    if (!Number.isInteger(given)) throw unsupported(operation, 'a weight is a whole number');
    const weight = Math.max(0, Number(given));
    const value = valueNamed(name, bucket, scope);
    weights.set(value, (weights.get(value) ?? 0) + weight);
  }
  const split = splitByWeight(weights);
  if (split === undefined) {
    throw unsupported(operation, 'its shares are no percentages with two decimals');
  }
  const because = 'flagd draws users by another hash, so that some change sides';
  requirePromise(operation, { promise: 'users-change-sides', because: because }, scope);
  return split;
}
