import { KeyIndex } from './key-index.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import { CachedSnapshot } from './snapshots.ts';

export type CachedStoredSnapshot = CachedSnapshot<StoredSnapshot>;

/** The snapshots in this node's memory, by environment and by key. Whoever watches one is told of each change. */
export class SnapshotCache {
  readonly #byEnvironment = new Map<string, CachedStoredSnapshot>();
  readonly #byKey = new KeyIndex<CachedStoredSnapshot>();

  get size(): number {
    return this.#byEnvironment.size;
  }

  all(): CachedStoredSnapshot[] {
    return [...this.#byEnvironment.values()];
  }

  get(environmentId: string): CachedStoredSnapshot | undefined {
    return this.#byEnvironment.get(environmentId);
  }

  ofKey(key: string): CachedStoredSnapshot | undefined {
    return this.#byKey.get(key);
  }

  /** Puts a snapshot in place of the former one. A new key ends what the former key opened. */
  put(snapshot: StoredSnapshot): CachedStoredSnapshot {
    const known = this.#byEnvironment.get(snapshot.head.id);
    const before = known?.snapshot;
    const current = known ?? new CachedSnapshot(snapshot);
    current.snapshot = snapshot;
    this.#byEnvironment.set(current.id, current);

    const keyChanged = before !== undefined && before.head.keyHash !== snapshot.head.keyHash;
    if (keyChanged && before.head.keyHash !== null) this.#byKey.delete(before.head.keyHash);
    if (snapshot.head.keyHash !== null) this.#byKey.set(snapshot.head.keyHash, current);
    if (keyChanged) current.tell(undefined);
    else if (before !== undefined && before.compiled !== snapshot.compiled) current.tell(snapshot);
    return current;
  }

  drop(environmentId: string): void {
    const known = this.#byEnvironment.get(environmentId);
    if (known === undefined) return;
    this.#byEnvironment.delete(environmentId);
    if (known.snapshot.head.keyHash !== null) this.#byKey.delete(known.snapshot.head.keyHash);
    known.tell(undefined);
  }
}
