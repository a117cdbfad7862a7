import type { ChangedIds } from '@comporta/client-core/change-set';
import type { CompiledSnapshot } from '@comporta/engine/compile';
import { usesAny } from '@comporta/engine/shared-nodes';
import type { Snapshot } from '@comporta/engine/snapshot';

interface Side {
  readonly source: Snapshot;
  readonly compiled: CompiledSnapshot;
}

/**
 * Returns the names of the toggles that may return another value than before. That is a toggle that was changed,
 * added or removed, or whose experiment was, or a target group, a property or another toggle that it depends on.
 */
export function changedToggles(
  { next, previous }: Readonly<Record<'next' | 'previous', Side>>,
  changed: ChangedIds,
): string[] {
  const parts = new Set([...changed.properties, ...changed.targetGroups]);
  for (const { id, conditions } of next.source.targetGroups) {
    if (conditions.some(({ propertyId }) => changed.properties.has(propertyId))) parts.add(id);
  }

  const toggles = new Set(changed.toggles);
  for (const { source } of [next, previous]) {
    for (const experiment of source.experiments) {
      if (changed.experiments.has(experiment.id) || usesAny(experiment, parts)) {
        toggles.add(experiment.toggleId);
      }
    }
  }
  addDependents(toggles, next.compiled);

  const names = new Set<string>();
  for (const { source } of [next, previous]) {
    for (const { id, name } of source.toggles) {
      if (toggles.has(id)) names.add(name);
    }
  }
  return [...names];
}

/** Returns the names of the toggles whose rules use a list, also through another toggle. */
export function togglesWithList(list: string, compiled: CompiledSnapshot): readonly string[] {
  const toggles = new Set<string>();
  for (const { source, lists } of compiled.toggles) {
    if (lists?.has(list)) toggles.add(source.id);
  }
  if (toggles.size === 0) return [];
  addDependents(toggles, compiled);
  return compiled.toggles.flatMap(({ source }) => (toggles.has(source.id) ? [source.name] : []));
}

function addDependents(toggles: Set<string>, { toggles: compiled }: CompiledSnapshot): void {
  let before: number;
  do {
    before = toggles.size;
    for (const { source, dependsOn } of compiled) {
      if (dependsOn !== undefined && [...dependsOn].some((id) => toggles.has(id))) {
        toggles.add(source.id);
      }
    }
  } while (toggles.size > before);
}
