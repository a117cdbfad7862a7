import type { Snapshot } from './snapshot.ts';

/** Indexes of the toggles and experiments in the lists of a snapshot. */
export interface SnapshotPlaces {
  readonly snapshot: Snapshot;
  readonly toggleByName: ReadonlyMap<string, number>;
  readonly toggleById: ReadonlyMap<string, number>;
  /** For each toggle, in order, the index of its experiment, or -1. */
  readonly experimentOfToggle: readonly number[];
}

/** Reuses the indexes of `previous` when an edit moved nothing, as is usual. */
export function placesIn(snapshot: Snapshot, previous: SnapshotPlaces | undefined): SnapshotPlaces {
  if (previous !== undefined && isArrangedAlike(previous.snapshot, snapshot)) {
    return { ...previous, snapshot };
  }
  const toggleByName = new Map<string, number>();
  const toggleById = new Map<string, number>();
  for (const [place, { id, name }] of snapshot.toggles.entries()) {
    toggleByName.set(name, place);
    toggleById.set(id, place);
  }
  const experimentOfToggle = snapshot.toggles.map(() => -1);
  for (const [place, { toggleId }] of snapshot.experiments.entries()) {
    const toggle = toggleById.get(toggleId);
    if (toggle !== undefined) experimentOfToggle[toggle] = place;
  }
  return { snapshot, toggleByName, toggleById, experimentOfToggle };
}

function isArrangedAlike(before: Snapshot, after: Snapshot): boolean {
  return (
    areAlike(before.toggles, after.toggles, (a, b) => a.id === b.id && a.name === b.name) &&
    areAlike(before.experiments, after.experiments, (a, b) => a.toggleId === b.toggleId)
  );
}

function areAlike<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isAlike: (a: Item, b: Item) => boolean,
): boolean {
  if (before.length !== after.length) return false;
  return before.every((item, place) => {
    const other = after[place];
    return other === item || (other !== undefined && isAlike(item, other));
  });
}
