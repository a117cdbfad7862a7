import { usesAny } from '@comporta/engine/shared-nodes';
import type { Snapshot, SnapshotExperiment } from '@comporta/engine/snapshot';

/**
 * The names of the toggles that may return something else than before: they, their experiment, a
 * target group or property that it uses, or a toggle that it depends on changed, came or went. What
 * did not change has to be the identical object in both snapshots.
 */
export function changedToggles(next: Snapshot, previous: Snapshot): string[] {
  const properties = changedIds(next.properties, previous.properties);
  const parts = changedIds(next.targetGroups, previous.targetGroups);
  for (const id of properties) parts.add(id);
  for (const { id, conditions } of next.targetGroups) {
    if (conditions.some(({ propertyId }) => properties.has(propertyId))) parts.add(id);
  }

  const toggles = changedIds(next.toggles, previous.toggles);
  const experiments = changedIds(next.experiments, previous.experiments);
  for (const experiment of [...next.experiments, ...previous.experiments]) {
    if (experiments.has(experiment.id) || usesAny(experiment, parts)) {
      toggles.add(experiment.toggleId);
    }
  }
  addDependents(toggles, next.experiments);

  const names = new Set<string>();
  for (const { id, name } of [...next.toggles, ...previous.toggles]) {
    if (toggles.has(id)) names.add(name);
  }
  return [...names];
}

/** Of the parts that are new, gone or another object than before. */
function changedIds<Part extends { readonly id: string }>(
  next: readonly Part[],
  previous: readonly Part[],
): Set<string> {
  const changed = new Set<Part>(next);
  for (const part of previous) {
    if (!changed.delete(part)) changed.add(part);
  }
  return new Set([...changed].map(({ id }) => id));
}

function addDependents(toggles: Set<string>, experiments: readonly SnapshotExperiment[]): void {
  let before: number;
  do {
    before = toggles.size;
    for (const experiment of experiments) {
      if (dependsOnAny(experiment, toggles)) toggles.add(experiment.toggleId);
    }
  } while (toggles.size > before);
}

function dependsOnAny({ rules }: SnapshotExperiment, toggles: ReadonlySet<string>): boolean {
  return rules.some(
    (rule) => rule.type === 'TOGGLE_DEPENDENCY' && toggles.has(rule.toggleDependencyRule.toggleId),
  );
}
