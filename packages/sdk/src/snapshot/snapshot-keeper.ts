import type { HeldList } from '@comporta/client-core/lists/held-list';
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
  readonly lists: ListKeeper;
  /** Resolves when the last snapshot, and the lists, are stored. */
  finish(): Promise<void>;
}

/** Stores the lists beside the snapshot. */
export interface ListKeeper {
  /** The list of the previous run, if it is usable. */
  readonly read: (id: string) => HeldList | undefined;
  readonly keep: (id: string, list: HeldList) => void;
  readonly forget: (ids: readonly string[]) => void;
}
