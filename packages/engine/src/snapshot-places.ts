import type { Snapshot } from './snapshot.ts';

/** Where in its lists a snapshot has which toggle and experiment. */
export interface SnapshotPlaces {
  readonly snapshot: Snapshot;
  readonly toggleByName: ReadonlyMap<string, number>;
  readonly toggleById: ReadonlyMap<string, number>;
  /** For each toggle, in order, the place of its experiment, or -1. */
  readonly experimentOfToggle: readonly number[];
}

/** Takes over the places of `previous` when an edit left everything in its place, as most do. */
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
