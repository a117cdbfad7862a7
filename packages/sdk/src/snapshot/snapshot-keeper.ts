import type { ParsedSnapshot } from '@comporta/client-core/read-understood';

/** A snapshot as it came from the service. */
export interface KeptSnapshot extends ParsedSnapshot {
  readonly entityTag: string | undefined;
  readonly fetchedAt: Date;
}

/** Stores the last good snapshot so that it survives the process. */
export interface SnapshotKeeper {
  /** The snapshot of the previous run, if it is usable. */
  readonly kept: KeptSnapshot | undefined;
  /** Stores it in the background, at most every five seconds: of snapshots that arrive meanwhile, the last. */
  keep(fetched: KeptSnapshot): void;
  /** Resolves when the last snapshot is stored. */
  finish(): Promise<void>;
}
