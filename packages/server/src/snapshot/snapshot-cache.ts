import { acceptedKeys } from './key-kind.ts';
import { KeyRing } from './key-ring.ts';
import type { StoredSnapshot } from './load-snapshot.ts';
import { type PackedSnapshot, packSnapshot } from './pack-snapshot.ts';
import type { Access } from './snapshots.ts';
import { CachedSnapshot } from './snapshots.ts';

export type CachedStoredSnapshot = CachedSnapshot<StoredSnapshot>;

/** An environment that is held as text, until somebody asks for it. */
export interface PackedEnvironment {
  readonly id: string;
  readonly snapshot: PackedSnapshot;
  /** Of the keys that opened it when it was packed. */
  readonly keyHashes: readonly string[];
  readonly askedAtMs: number;
  /** What is watched is not packed. */
  readonly isWatched: false;
}

export type HeldEnvironment = CachedStoredSnapshot | PackedEnvironment;

/**
 * The snapshots in this node's memory, by environment and by key. Listeners are notified of each change. An environment is
 * either open, ready to be evaluated, or packed.
 */
export class SnapshotCache {
  readonly #open = new Map<string, CachedStoredSnapshot>();
  readonly #keys = new KeyRing();
  readonly #packed = new Map<string, PackedEnvironment>();
  /** The environments of the keys of those that are packed, by the hashes of the keys. */
  readonly #packedKeys = new Map<string, string>();
  readonly #clock: () => number;
  readonly #onDrop: (environmentId: string) => void;
  #toggles = 0;
  #loaded = new Set<string>();

  constructor(
    clock: () => number = () => performance.now(),
    onDrop: (environmentId: string) => void = () => {},
  ) {
    this.#clock = clock;
    this.#onDrop = onDrop;
  }

  get size(): number {
    return this.#open.size + this.#packed.size;
  }

  /** What all of them count in a budget of toggles. */
  get toggles(): number {
    return this.#toggles;
  }

  all(): HeldEnvironment[] {
    return [...this.#open.values(), ...this.#packed.values()];
  }

  open(): CachedStoredSnapshot[] {
    return [...this.#open.values()];
  }

  has(environmentId: string): boolean {
    return this.#open.has(environmentId) || this.#packed.has(environmentId);
  }

  /** Undefined for one that is packed, too. */
  get(environmentId: string): CachedStoredSnapshot | undefined {
    return this.#open.get(environmentId);
  }

  packed(environmentId: string): PackedEnvironment | undefined {
    return this.#packed.get(environmentId);
  }

  packedOfKey(keyHash: string): string | undefined {
    return this.#packedKeys.get(keyHash);
  }

  /** As `get`, for somebody who asked for it. */
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
    const known = this.#open.get(snapshot.head.id);
    const before = known?.snapshot;
    const current = known ?? new CachedSnapshot(snapshot, this.#clock);
    current.snapshot = snapshot;
    const packed = this.#takePacked(current.id);
    if (packed !== undefined) current.asked(this.#clock() - packed.askedAtMs);
    this.#toggles += snapshot.counts - (before?.counts ?? 0);
    this.#open.set(current.id, current);
    this.#loaded.add(current.id);

    const isKeyChanged = this.#keys.accept(current);
    const isChanged = isKeyChanged || before?.compiled !== snapshot.compiled;
    if (before !== undefined && isChanged) current.tell(snapshot);
    return current;
  }

  /** Holds an environment as text from now on. */
  pack(environment: CachedStoredSnapshot): void {
    const { id, askedAtMs } = environment;
    const snapshot = packSnapshot(environment.snapshot);
    this.#open.delete(id);
    this.#keys.drop(environment);
    const keyHashes = acceptedKeys(snapshot.head).map(({ keyHash }) => keyHash);
    this.#packed.set(id, { id, snapshot, keyHashes, askedAtMs, isWatched: false });
    for (const keyHash of keyHashes) this.#packedKeys.set(keyHash, id);
  }

  #takePacked(environmentId: string): PackedEnvironment | undefined {
    const packed = this.#packed.get(environmentId);
    if (packed === undefined) return undefined;
    this.#packed.delete(environmentId);
    this.#toggles -= packed.snapshot.counts;
    for (const keyHash of packed.keyHashes) this.#packedKeys.delete(keyHash);
    return packed;
  }

  drop(environmentId: string): void {
    this.#onDrop(environmentId);
    this.#takePacked(environmentId);
    const known = this.#open.get(environmentId);
    if (known === undefined) return;
    this.#open.delete(environmentId);
    this.#toggles -= known.snapshot.counts;
    this.#keys.drop(known);
    known.tell(undefined);
  }

  /** The environments that were put since this was last asked. */
  takeLoaded(): ReadonlySet<string> {
    const loaded = this.#loaded;
    this.#loaded = new Set();
    return loaded;
  }
}
