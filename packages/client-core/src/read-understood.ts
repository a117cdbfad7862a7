import { readSnapshotInSteps } from '@comporta/engine/read-snapshot';
import type { Snapshot } from '@comporta/engine/snapshot';
import { PART_KINDS } from './change-set.ts';

export interface ParsedSnapshot {
  /** What this program understands: the identical object of `sent` if that is everything. */
  readonly snapshot: Snapshot;
  /** The parsed JSON as it was sent, including what this program does not understand. */
  readonly sent: Snapshot;
}

/** A snapshot that this program understands, such as one that it made. */
export function understood(snapshot: Snapshot): ParsedSnapshot {
  return { snapshot, sent: snapshot };
}

/** Reads a snapshot from a JSON value; undefined when it is none. */
export function* readSent(sent: unknown): Generator<void, ParsedSnapshot | undefined> {
  const read = yield* readSnapshotInSteps(sent);
  if (read === undefined) return undefined;
  // The reader found it to be one; what it does not understand in it, it left out.
  const whole = withoutNonsense(sent as Snapshot);
  return { snapshot: isSame(read, whole) ? whole : read, sent: whole };
}

/** Parts of a newer service are objects, too: anything else is no part, and nobody's. */
function withoutNonsense(sent: Snapshot): Snapshot {
  if (PART_KINDS.every((kind) => sent[kind].every(isPart))) return sent;
  return {
    ...sent,
    properties: sent.properties.filter(isPart),
    targetGroups: sent.targetGroups.filter(isPart),
    toggles: sent.toggles.filter(isPart),
    experiments: sent.experiments.filter(isPart),
  };
}

function isPart(part: unknown): boolean {
  return typeof part === 'object' && part !== null;
}

/**
 * Reads what this program understands of a snapshot; answers the identical object if that is everything. With `changed`,
 * a snapshot of only the parts that may be unknown, the others are not read: of 10,000 toggles, all take 10 ms.
 */
export function* readUnderstood(snapshot: Snapshot, changed?: Snapshot): Generator<void, Snapshot> {
  if (changed !== undefined && (yield* readUnderstood(changed)) === changed) return snapshot;
  const read = yield* readSent(snapshot);
  return read?.snapshot ?? snapshot;
}

function isSame(read: Snapshot, snapshot: Snapshot): boolean {
  return (
    read.format === snapshot.format &&
    read.environment === snapshot.environment &&
    PART_KINDS.every(
      (kind) =>
        read[kind].length === snapshot[kind].length &&
        read[kind].every((part, place) => part === snapshot[kind][place]),
    )
  );
}
