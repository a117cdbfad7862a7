import type { Experiment } from '@comporta/contract/experiments/experiment';
import { partsOf, toggleNeeded } from '@comporta/engine/rules/parts-of';

/** The experiments with a rule that depends on a toggle. Source: decision G31. */
export function dependentsOf(
  toggleId: string,
  experiments: readonly Experiment[],
): readonly Experiment[] {
  return experiments.filter(({ rules }) =>
    rules.some((rule) => partsOf(rule).some((part) => toggleNeeded(part).includes(toggleId))),
  );
}
