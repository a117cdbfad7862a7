import type { Rule } from '@comporta/engine/snapshot';
import type { Problem } from '../problem.ts';
import { audienceKey } from './audience-key.ts';

/**
 * A problem for each rule that matches exactly the same users as an earlier one: same type, condition and version
 * filter, whatever values they return. The last rule is exempt, because an ALL_USERS rule above it is a matter of
 * taste. In `meta`, `rule_order` lists all duplicates, numbered from 1, and `duplicate_of` the first rule that each
 * one repeats.
 */
export function problemsOfDuplicates(rules: readonly Rule[]): Problem<'DUPLICATED_RULE'>[] {
  const firsts = new Map<string, number>();
  const originals = new Map<number, number>();
  for (const [index, rule] of rules.slice(0, -1).entries()) {
    const key = audienceKey(rule);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, index + 1);
    else originals.set(index + 1, first);
  }
  const meta = { rule_order: [...originals.keys()], duplicate_of: [...originals.values()] };
  return meta.rule_order.map((order) => ({
    code: 'DUPLICATED_RULE',
    at: ['rules', order - 1],
    meta,
  }));
}
