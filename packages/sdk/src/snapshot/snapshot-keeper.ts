import type { Snapshot } from '@comporta/engine/snapshot';

/** A snapshot as it came from the service. */
export interface KeptSnapshot {
  readonly snapshot: Snapshot;
  readonly json: string;
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

/** Stores the last good snapshot so that it survives the process. */
export interface SnapshotKeeper {
  /** The snapshot of the previous run, if it is usable. */
  readonly kept: KeptSnapshot | undefined;
  /** Stores it in the background. Of snapshots that arrive during a write, only the last is stored. */
  keep(fetched: KeptSnapshot): void;
  /** Resolves when the last snapshot is stored. */
  finish(): Promise<void>;
}
