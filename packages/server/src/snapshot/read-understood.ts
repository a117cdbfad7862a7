import { readSnapshotInSteps } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';

/**
 * Reads what this program understands of a snapshot from the tables; answers the identical object if that is everything.
 * With `changed`, a snapshot of only the parts that may be unknown, the others are not read: of 10,000 toggles, all
 * take 10 ms.
 */
export function* readUnderstood(snapshot: Snapshot, changed?: Snapshot): Generator<void, Snapshot> {
  if (changed !== undefined && (yield* isUnderstood(changed))) return snapshot;
  const read = yield* readSnapshotInSteps(snapshot);
  return read === undefined || isSame(read, snapshot) ? snapshot : read;
}

function* isUnderstood(snapshot: Snapshot): Generator<void, boolean> {
  const read = yield* readSnapshotInSteps(snapshot);
  return read !== undefined && isSame(read, snapshot);
}

const KINDS = ['properties', 'targetGroups', 'toggles', 'experiments'] as const;

function isSame(read: Snapshot, snapshot: Snapshot): boolean {
  return KINDS.every(
    (kind) =>
      read[kind].length === snapshot[kind].length &&
      read[kind].every((part, place) => part === snapshot[kind][place]),
  );
}

/** The toggles that this program does not understand, each with what is unknown. */
export function unreadableIn({ toggles }: Snapshot): readonly string[] {
  return toggles.flatMap(({ name, unreadable }) =>
    unreadable === undefined ? [] : [`${name}: ${unreadable}`],
  );
}

export const UNREADABLE_WARNING =
  'some toggles need a newer version of this node; until then they return their default value';
