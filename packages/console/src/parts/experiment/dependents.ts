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

/** The toggles that depend on one of these, directly or through others; these themselves are left out. */
export function allDependentsOf(
  toggleIds: readonly string[],
  experiments: readonly Experiment[],
): readonly Experiment[] {
  const found = new Map<string, Experiment>();
  const asked = new Set(toggleIds);
  // A set also iterates over the items that are added during the iteration.
  for (const toggleId of asked) {
    for (const dependent of dependentsOf(toggleId, experiments)) {
      if (asked.has(dependent.toggleId)) continue;
      asked.add(dependent.toggleId);
      found.set(dependent.toggleId, dependent);
    }
  }
  return [...found.values()];
}
