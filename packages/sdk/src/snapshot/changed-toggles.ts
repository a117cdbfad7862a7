import { partsOf, toggleNeeded } from '@comporta/engine/rules/parts-of';
import { usesAny } from '@comporta/engine/shared-nodes';
import type { Snapshot, SnapshotExperiment } from '@comporta/engine/snapshot';

/**
 * Returns the names of the toggles that may return another value than before. That is a toggle that was changed,
 * added or removed, or whose experiment was, or a target group, a property or another toggle that it depends on.
 * Parts that did not change must be identical objects in both snapshots (see `reuseUnchanged`).
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

/** Ids of the parts that were added, removed or replaced by another object. */
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
  return rules.some((rule) =>
    partsOf(rule).some((part) => toggleNeeded(part).some((id) => toggles.has(id))),
  );
}
