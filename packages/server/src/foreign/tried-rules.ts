import { EXPERIMENT_MAX_RULES } from '@comporta/contract/experiments/experiment';
import type { NamedRule } from '@comporta/contract/experiments/named-rule';
import { UnsupportedFeature } from './unsupported-feature.ts';

/** Splits have at most two decimals: this many shares are the whole. */
const WHOLE = 10_000;

/** Without the rules that are never reached. One of the given rules is for everyone. Throws UnsupportedFeature. */
export function triedRules(found: readonly NamedRule[]): readonly NamedRule[] {
  const tried = [...Map.groupBy(found, audienceOf).values()].flatMap(([first]) => first ?? []);
  const end = tried.findIndex(({ type }) => type === 'ALL_USERS');
  if (end >= EXPERIMENT_MAX_RULES) {
    throw new UnsupportedFeature(`it needs more than ${EXPERIMENT_MAX_RULES} rules`);
  }
  return tried.slice(0, end + 1);
}

/** Later rules for the same users are never reached. The order of parts does not count. */
function audienceOf({ valueSpec: _, combinedRule, ...part }: NamedRule): string {
  const parts = combinedRule?.conditions.map((one) => JSON.stringify(one)).sort();
  return JSON.stringify([part, combinedRule?.policy, parts]);
}

/** The percentages of whole weights by value; undefined where some have more than two decimals. */
export function splitByWeight(
  weights: ReadonlyMap<string, number>,
): Readonly<Record<string, number>> | undefined {
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0);
  const isWhole = (weight: number) => (weight * WHOLE) % total === 0;
  if (total === 0 || total > 0x7fffffff || ![...weights.values()].every(isWhole)) return undefined;
  return Object.fromEntries(
    [...weights].map(([value, weight]) => [value, (weight * WHOLE) / total / 100]),
  );
}
