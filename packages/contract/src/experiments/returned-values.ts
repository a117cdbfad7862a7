import type { CheckedRule } from './rule.ts';

/** The values that rules return, without duplicates. A share of 0 percent does not count. */
export function returnedValues(
  rules: readonly Pick<CheckedRule, 'valueSpec'>[],
): readonly string[] {
  const returned = rules.flatMap(({ valueSpec }) =>
    valueSpec.type === 'EXACT_VALUE'
      ? [valueSpec.exactValue]
      : Object.entries(valueSpec.split).flatMap(([value, share]) => (share > 0 ? [value] : [])),
  );
  return [...new Set(returned)];
}
