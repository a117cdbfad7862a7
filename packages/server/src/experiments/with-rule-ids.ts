import { audienceKey } from '@comporta/contract/experiments/audience-key';
import type { CheckedRule, StoredRule } from '@comporta/contract/experiments/rule';
import type { Rule } from '@comporta/engine/snapshot';
import { newId } from '../platform/base/ids.ts';

const NONE: ReadonlySet<string> = new Set();

/**
 * Rules as they are to be stored. A rule that was sent with the id of a stored rule keeps that id. Any other rule
 * takes the id of the stored rule for the same users, if no other rule has it yet, or a new id. A rule that was
 * sent without a name keeps the name of the stored rule with its id. Source: RES-10, T27.
 * @param drawn ids that new rules were given when their change was filed
 */
export function withRuleIds(
  rules: readonly CheckedRule[],
  stored: readonly StoredRule[],
  drawn: ReadonlySet<string> = NONE,
): StoredRule[] {
  const unclaimed = new Set([...stored.map(({ id }) => id), ...drawn]);
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

/** Copies a rule only if needed: an import has 150,000 rules, and rest-pattern copies take several times the memory. */
function withoutName(rule: CheckedRule): CheckedRule {
  if (!('name' in rule)) return rule;
  const { name: _, ...unnamed } = rule;
  return unnamed;
}

/** The last rule is the catch-all; its key matches only another catch-all. */
function keysOf(rules: readonly Rule[]): string[] {
  return rules.map((rule, index) => (index === rules.length - 1 ? 'catch-all' : audienceKey(rule)));
}
