import type { CheckedRule } from '@comporta/contract/experiments/rule';

/** The values that rules return and their toggle no longer has. */
export function goneValues(
  rules: readonly Pick<CheckedRule, 'valueSpec'>[],
  values: readonly string[],
): readonly string[] {
  const returned = rules.flatMap(({ valueSpec }) =>
    valueSpec.type === 'SPLIT'
      ? Object.entries(valueSpec.split).flatMap(([value, share]) => (share > 0 ? [value] : []))
      : [valueSpec.exactValue],
  );
  return [...new Set(returned)].filter((value) => !values.includes(value));
}
