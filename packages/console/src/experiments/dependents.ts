import type { Experiment } from '@comporta/contract/experiments/experiment';

/** The experiments with a rule that depends on a toggle. Source: decision G31. */
export function dependentsOf(
  toggleId: string,
  experiments: readonly Experiment[],
): readonly Experiment[] {
  return experiments.filter(({ rules }) =>
    rules.some(
      (rule) =>
        rule.type === 'TOGGLE_DEPENDENCY' && rule.toggleDependencyRule.toggleId === toggleId,
    ),
  );
}
