import { KeyIndex } from './key-index.ts';
import { KEY_KINDS, keyHashOf } from './key-kind.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import type { Access } from './snapshots.ts';
import { CachedSnapshot } from './snapshots.ts';

export type CachedStoredSnapshot = CachedSnapshot<StoredSnapshot>;

/** The snapshots in this node's memory, by environment and by key. Listeners are notified of each change. */
export class SnapshotCache {
  readonly #byEnvironment = new Map<string, CachedStoredSnapshot>();
  readonly #byKey = new KeyIndex<Access>();

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
    return this.#byKey.get(key);
  }

  ofKnownKey(key: string): Access | undefined {
    return this.#byKey.known(key);
  }

  /** Replaces the snapshot of an environment. When a key changed, the former key gives no access any more. */
  put(snapshot: StoredSnapshot): CachedStoredSnapshot {
    const known = this.#byEnvironment.get(snapshot.head.id);
    const before = known?.snapshot;
    const current = known ?? new CachedSnapshot(snapshot);
    current.snapshot = snapshot;
    this.#byEnvironment.set(current.id, current);

    let isKeyChanged = false;
    for (const kind of KEY_KINDS) {
      const hashBefore = before === undefined ? null : keyHashOf(before.head, kind);
      const hash = keyHashOf(snapshot.head, kind);
      if (hashBefore !== null && hashBefore !== hash) this.#byKey.delete(hashBefore);
      if (hash !== null) this.#byKey.set(hash, current.accesses[kind]);
      isKeyChanged ||= hashBefore !== hash;
    }
    const isChanged = isKeyChanged || before?.compiled !== snapshot.compiled;
    if (before !== undefined && isChanged) current.tell(snapshot);
    return current;
  }

  drop(environmentId: string): void {
    const known = this.#byEnvironment.get(environmentId);
    if (known === undefined) return;
    this.#byEnvironment.delete(environmentId);
    for (const kind of KEY_KINDS) {
      const hash = keyHashOf(known.snapshot.head, kind);
      if (hash !== null) this.#byKey.delete(hash);
    }
    known.tell(undefined);
  }
}
