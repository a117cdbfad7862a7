import {
  SNAPSHOT_FORMAT,
  type Snapshot,
  type SnapshotExperiment,
  type SnapshotProperty,
  type SnapshotTargetGroup,
  type SnapshotToggle,
} from '@comporta/engine/snapshot';

/**
 * The parts of a snapshot, by id. A part that did not change is the same object in the next snapshot, which is how the
 * engine knows that it need not compile it again.
 */
export interface SnapshotParts {
  readonly properties: ReadonlyMap<string, SnapshotProperty>;
  readonly targetGroups: ReadonlyMap<string, SnapshotTargetGroup>;
  readonly toggles: ReadonlyMap<string, SnapshotToggle>;
  readonly experiments: ReadonlyMap<string, SnapshotExperiment>;
}

/** The changed parts by id: the new part, or undefined for a deleted one. */
export type PartChanges = {
  readonly [Kind in keyof SnapshotParts]: ReadonlyMap<
    string,
    SnapshotParts[Kind] extends ReadonlyMap<string, infer Part> ? Part | undefined : never
  >;
};

export const NO_PARTS: SnapshotParts = {
  properties: new Map(),
  targetGroups: new Map(),
  toggles: new Map(),
  experiments: new Map(),
};

export function applyChanges(parts: SnapshotParts, changes: PartChanges): SnapshotParts {
  return {
    properties: merge(parts.properties, changes.properties),
    targetGroups: merge(parts.targetGroups, changes.targetGroups),
    toggles: merge(parts.toggles, changes.toggles),
    experiments: merge(parts.experiments, changes.experiments),
  };
}

function merge<Part>(
  parts: ReadonlyMap<string, Part>,
  changes: ReadonlyMap<string, Part | undefined>,
): ReadonlyMap<string, Part> {
  if (changes.size === 0) return parts;
  const merged = new Map(parts);
  for (const [id, part] of changes) {
    if (part === undefined) merged.delete(id);
    else merged.set(id, part);
  }
  return merged;
}

/** Sorted, toggles by name and the rest by id: equal snapshots are equal byte by byte, however a node came to them. */
export function snapshotOf(
  {
    application,
    environment,
    revision,
  }: Pick<Snapshot, 'application' | 'environment' | 'revision'>,
  parts: SnapshotParts,
): Snapshot {
  return {
    format: SNAPSHOT_FORMAT,
    application,
    environment,
    revision,
    properties: inOrder(parts.properties, byId),
    targetGroups: inOrder(parts.targetGroups, byId),
    toggles: inOrder(parts.toggles, byName),
    experiments: inOrder(parts.experiments, byId),
  };
}

/** Lists of which no part changed are the same lists in the next snapshot. */
const lists = new WeakMap<object, readonly unknown[]>();

function inOrder<Part>(
  parts: ReadonlyMap<string, Part>,
  order: (a: Part, b: Part) => number,
): readonly Part[] {
  const known = lists.get(parts);
  if (known !== undefined) return known as readonly Part[]; // It was made of these parts.
  const made = [...parts.values()].sort(order);
  lists.set(parts, made);
  return made;
}

/** Parts are read in this order, and new ids are larger, so that there is little to sort. */
function byId(a: { readonly id: string }, b: { readonly id: string }): number {
  return a.id < b.id ? -1 : 1;
}

function byName(a: SnapshotToggle, b: SnapshotToggle): number {
  return a.name < b.name ? -1 : 1;
}
