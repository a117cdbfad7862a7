import { audienceKey } from '@comporta/contract/experiments/audience-key';
import type { CheckedRule, StoredRule } from '@comporta/contract/experiments/rule';
import type { Rule } from '@comporta/engine/snapshot';
import { newId } from '../platform/base/ids.ts';

/**
 * Rules as they are to be stored. One that was sent with the id of a stored rule keeps it. Any other takes
 * the id of the stored rule for the same users, if nobody has it yet, or a new one. A rule that was
 * sent without a name keeps that of the stored one with its id. Source: RES-10, T27.
 */
export function withRuleIds(
  rules: readonly CheckedRule[],
  stored: readonly StoredRule[],
): StoredRule[] {
  const unclaimed = new Set(stored.map(({ id }) => id));
  const named = rules.map(({ id = '' }) => (unclaimed.delete(id) ? id : undefined));
  const storedKeys = keysOf(stored);
  const idsByKey = new Map(stored.map(({ id }, index) => [storedKeys[index], id]));
  const keys = keysOf(rules);
  const storedNames = new Map(stored.map(({ id, name }) => [id, name]));
  return rules.map((rule, index) => {
    const match = idsByKey.get(keys[index]) ?? '';
    const id = named[index] ?? (unclaimed.delete(match) ? match : newId());
    const name = rule.name ?? storedNames.get(id);
    return name ? { ...rule, id, name } : { ...withoutName(rule), id };
  });
}

/** An import holds 150,000 rules, and what a rest pattern makes takes several times the memory: only where there is one. */
function withoutName(rule: CheckedRule): CheckedRule {
  if (!('name' in rule)) return rule;
  const { name: _, ...unnamed } = rule;
  return unnamed;
}

/** The last rule is the catch-all, and is only ever taken for that. */
function keysOf(rules: readonly Rule[]): string[] {
  return rules.map((rule, index) => (index === rules.length - 1 ? 'catch-all' : audienceKey(rule)));
}
