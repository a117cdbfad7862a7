import type { LoadedSnapshot } from './load-snapshot.ts';

/** One environment held in memory. Its snapshot is replaced, never changed. */
export interface CachedEnvironment {
  readonly id: string;
  readonly snapshot: LoadedSnapshot;
  /** Calls back after each new snapshot, and with undefined when the environment or its key is gone. */
  watch(listener: (snapshot: LoadedSnapshot | undefined) => void): () => void;
}

/** Where the data plane finds what it evaluates: in the database, or from an upstream. */
export interface Snapshots {
  /** The environment of a key, from memory if at all possible; undefined for a key that opens nothing. */
  ofKey(key: string): CachedEnvironment | undefined | Promise<CachedEnvironment | undefined>;
  ofEnvironment(environmentId: string): Promise<CachedEnvironment | undefined>;
  /** Brings an environment up to a revision that a client was told of by another node; gives up after 2 s. */
  reachRevision(environment: CachedEnvironment, revision: number): Promise<void>;
}

export class CachedSnapshot<Kind extends LoadedSnapshot> implements CachedEnvironment {
  readonly id: string;
  snapshot: Kind;
  readonly #listeners = new Set<(snapshot: LoadedSnapshot | undefined) => void>();

  constructor(snapshot: Kind) {
    this.id = snapshot.head.id;
    this.snapshot = snapshot;
  }

  watch(listener: (snapshot: LoadedSnapshot | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  tell(snapshot: LoadedSnapshot | undefined): void {
    for (const listener of this.#listeners) listener(snapshot);
  }
}
