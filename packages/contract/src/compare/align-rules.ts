import { canonicalJson } from '../canonical-json.ts';
import { audienceKey } from '../experiments/audience-key.ts';
import type { StoredRule } from '../experiments/rule.ts';

/**
 * The rules with the ids of those of another experiment that they correspond to. Rules correspond that match the same users;
 * of the others, those with the same content otherwise; then those at the same place. The last rules are for everyone else,
 * and correspond to each other. A rule without any keeps its id. Source: SAF-60.
 */
export function alignRules(
  rules: readonly StoredRule[],
  others: readonly StoredRule[],
): StoredRule[] {
  const free = new Map(others.map((rule, index) => [index, rule]));
  const ids: (string | undefined)[] = rules.map(() => undefined);
  for (const keyOf of [audienceOf, contentOf, placeOf]) {
    const known = new Map<string, number[]>();
    for (const [index, rule] of free) {
      const key = keyOf(rule, index, others.length);
      known.set(key, [...(known.get(key) ?? []), index]);
    }
    rules.forEach((rule, index) => {
      if (ids[index] !== undefined) return;
      const found = known.get(keyOf(rule, index, rules.length))?.shift();
      if (found === undefined) return;
      ids[index] = free.get(found)?.id;
      free.delete(found);
    });
  }
  return rules.map((rule, index) => ({ ...rule, id: ids[index] ?? rule.id }));
}

const CATCH_ALL = 'catch-all';

function audienceOf(rule: StoredRule, index: number, count: number): string {
  return index === count - 1 ? CATCH_ALL : audienceKey(rule);
}

function contentOf({ name, valueSpec }: StoredRule, index: number, count: number): string {
  return index === count - 1 ? CATCH_ALL : canonicalJson([name, valueSpec]);
}

function placeOf(_rule: StoredRule, index: number): string {
  return String(index);
}
