import type { Snapshot } from '@comporta/engine/snapshot';

/** A snapshot as it came from the service. */
export interface KeptSnapshot {
  readonly snapshot: Snapshot;
  readonly json: string;
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

/** Keeps the last good snapshot where it outlives the process. */
export interface SnapshotKeeper {
  /** What was kept before, if it can be used. */
  readonly kept: KeptSnapshot | undefined;
  /** Keeps it in the background; of snapshots that come too fast only the last one. */
  keep(fetched: KeptSnapshot): void;
  /** Resolves when everything is kept. */
  finish(): Promise<void>;
}
