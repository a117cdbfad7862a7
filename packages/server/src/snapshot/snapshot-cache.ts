import { KeyRing } from './key-ring.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import type { Access } from './snapshots.ts';
import { CachedSnapshot } from './snapshots.ts';

export type CachedStoredSnapshot = CachedSnapshot<StoredSnapshot>;

/** The snapshots in this node's memory, by environment and by key. Listeners are notified of each change. */
export class SnapshotCache {
  readonly #byEnvironment = new Map<string, CachedStoredSnapshot>();
  readonly #keys = new KeyRing();
  readonly #clock: (() => number) | undefined;
  #toggles = 0;

  constructor(clock?: () => number) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#byEnvironment.size;
  }

  /** What all of them count in a budget of toggles. */
  get toggles(): number {
    return this.#toggles;
  }

  all(): CachedStoredSnapshot[] {
    return [...this.#byEnvironment.values()];
  }

  get(environmentId: string): CachedStoredSnapshot | undefined {
    return this.#byEnvironment.get(environmentId);
  }

  /** The same for somebody who asked for it. */
  ask(environmentId: string): CachedStoredSnapshot | undefined {
    const held = this.get(environmentId);
    held?.asked();
    return held;
  }

  ofKey(key: string): Access | undefined {
    return this.#asked(this.#keys.get(key));
  }

  ofKnownKey(key: string): Access | undefined {
    return this.#asked(this.#keys.known(key));
  }

  #asked(access: Access | undefined): Access | undefined {
    if (access !== undefined) this.ask(access.environment.id);
    return access;
  }

  /** The access that a key gives, by its hash. */
  accessOf(environmentId: string, keyHash: string): Access | undefined {
    return this.#keys.of(environmentId).find((access) => access.keyHash === keyHash);
  }

  /** Replaces the snapshot of an environment. A key that it does not name any more gives no access. */
  put(snapshot: StoredSnapshot): CachedStoredSnapshot {
    const known = this.#byEnvironment.get(snapshot.head.id);
    const before = known?.snapshot;
    const current = known ?? new CachedSnapshot(snapshot, this.#clock);
    current.snapshot = snapshot;
    this.#toggles += togglesIn(snapshot) - (before === undefined ? 0 : togglesIn(before));
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
    this.#toggles -= togglesIn(known.snapshot);
    this.#keys.drop(known);
    known.tell(undefined);
  }
}

/** One without an experiment takes about a quarter of one with five rules; an environment is never for nothing. */
export function togglesIn({ sent: { toggles, experiments } }: StoredSnapshot): number {
  return Math.max(1, experiments.length, Math.ceil(toggles.length / 4));
}
