import type { ListStore } from '@comporta/client-core/lists/list-store';
import { ChangeSteps } from './change-steps.ts';
import type { KeyKind } from './key-kind.ts';
import type { LoadedSnapshot } from './load-snapshot.ts';

/** One environment held in memory. Its snapshot is replaced, never changed. */
export interface CachedEnvironment {
  readonly id: string;
  readonly snapshot: LoadedSnapshot;
  /** The change set from the snapshot with this tag to the present one, as JSON; undefined where a client has to fetch. */
  changesSince(tag: string): string | undefined;
  /**
   * Calls the listener after each new snapshot and each change of keys, for which the snapshot may be the same object, and
   * with undefined when the environment is deleted.
   */
  watch(listener: (snapshot: LoadedSnapshot | undefined) => void): () => void;
}

/** The environment that a key gives access to, and the kind of the key. */
export interface Access {
  readonly kind: KeyKind;
  /** The hash of the key: it may be the present one of its kind, or a former one. */
  readonly keyHash: string;
  readonly environment: CachedEnvironment;
}

/** The source of the snapshots that the data plane evaluates: the database, or an upstream. */
export interface Snapshots {
  /**
   * The access of a key, from memory if at all possible; undefined for a key that is not valid. Always a promise: a
   * resolved one takes 0.1 µs of the 45 µs of an answer, and callers need only one way. Keys can be made up: those of
   * one network are looked up in its turn.
   */
  ofKey(key: string, network?: () => string): Promise<Access | undefined>;
  /** The access of a key that was used before. For undefined, `ofKey` may still find one. */
  ofKnownKey(key: string): Access | undefined;
  ofEnvironment(environmentId: string): Promise<CachedEnvironment | undefined>;
  /** The lists that are held in memory. */
  readonly lists: ListStore;
  /** Reads a list again of which a client has newer ids than this node; does nothing where nobody knows them better. */
  reachList(id: string): Promise<void>;
  /** Brings an environment up to a revision that another node reported to a client; gives up after 2 s. */
  reachRevision(environment: CachedEnvironment, revision: number): Promise<void>;
}

export class CachedSnapshot<Kind extends LoadedSnapshot> implements CachedEnvironment {
  readonly id: string;
  #snapshot: Kind;
  readonly #steps = new ChangeSteps();
  readonly #listeners = new Set<(snapshot: LoadedSnapshot | undefined) => void>();
  readonly #clock: () => number;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(snapshot: Kind, clock: () => number = () => performance.now()) {
    this.id = snapshot.head.id;
    this.#snapshot = snapshot;
    this.#clock = clock;
  }

  /** When somebody last asked for it, or ended a stream, in milliseconds of the clock. */
  get askedAtMs(): number {
    return this.#askedAtMs;
  }

  /** Notes that somebody asked for it, so many milliseconds ago. */
  asked(agoMs = 0): void {
    this.#askedAtMs = Math.max(this.#askedAtMs, this.#clock() - agoMs);
  }

  /** Whether a stream is open. */
  get isWatched(): boolean {
    return this.#listeners.size > 0;
  }

  get snapshot(): Kind {
    return this.#snapshot;
  }

  set snapshot(next: Kind) {
    this.#steps.record(this.#snapshot, next);
    this.#snapshot = next;
  }

  changesSince(tag: string): string | undefined {
    return this.#steps.textSince(tag, this.#snapshot);
  }

  watch(listener: (snapshot: LoadedSnapshot | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      this.asked(); // The client comes back, and can then catch up from what it has.
    };
  }

  tell(snapshot: LoadedSnapshot | undefined): void {
    for (const listener of this.#listeners) listener(snapshot);
  }
}
