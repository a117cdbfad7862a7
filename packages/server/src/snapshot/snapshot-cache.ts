import { KeyRing } from './key-ring.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import type { Access } from './snapshots.ts';
import { CachedSnapshot } from './snapshots.ts';

export type CachedStoredSnapshot = CachedSnapshot<StoredSnapshot>;

/** The snapshots in this node's memory, by environment and by key. Listeners are notified of each change. */
export class SnapshotCache {
  readonly #byEnvironment = new Map<string, CachedStoredSnapshot>();
  readonly #keys = new KeyRing();

  get size(): number {
    return this.#byEnvironment.size;
  }

  all(): CachedStoredSnapshot[] {
    return [...this.#byEnvironment.values()];
  }

  get(environmentId: string): CachedStoredSnapshot | undefined {
    return this.#byEnvironment.get(environmentId);
  }

  ofKey(key: string): Access | undefined {
    return this.#keys.get(key);
  }

  ofKnownKey(key: string): Access | undefined {
    return this.#keys.known(key);
  }

  /** The access that a key gives, by its hash. */
  accessOf(environmentId: string, keyHash: string): Access | undefined {
    return this.#keys.of(environmentId).find((access) => access.keyHash === keyHash);
  }

  /** Replaces the snapshot of an environment. A key that it does not name any more gives no access. */
  put(snapshot: StoredSnapshot): CachedStoredSnapshot {
    const known = this.#byEnvironment.get(snapshot.head.id);
    const before = known?.snapshot;
    const current = known ?? new CachedSnapshot(snapshot);
    current.snapshot = snapshot;
    this.#byEnvironment.set(current.id, current);

    const isKeyChanged = this.#keys.accept(current);
    const isChanged = isKeyChanged || before?.compiled !== snapshot.compiled;
    if (before !== undefined && isChanged) current.tell(snapshot);
    return current;
  }

  drop(environmentId: string): void {
    const known = this.#byEnvironment.get(environmentId);
    if (known === undefined) return;
    this.#byEnvironment.delete(environmentId);
    this.#keys.drop(known);
    known.tell(undefined);
  }
}
