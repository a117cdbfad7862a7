import { KeyIndex } from './key-index.ts';
import { acceptedKeys } from './key-kind.ts';
import type { LoadedSnapshot } from './load-snapshot.ts';
import type { Access, CachedSnapshot } from './snapshots.ts';

/** The clock may be set while a timer runs, so no timer is longer than this. */
const LONGEST_TIMER_MS = 60_000;

type Opened = CachedSnapshot<LoadedSnapshot>;

/** Which key opens which environment. A former key ends by this node's clock, whether or not there is a database. */
export class KeyRing {
  readonly #index = new KeyIndex<Access>();
  /** By environment. The same objects as long as their keys are accepted, so that a request allocates none. */
  readonly #accesses = new Map<string, readonly Access[]>();
  /** The environments with a former key, and when the first of these ends. */
  readonly #ending = new Map<Opened, number>();
  #timer: NodeJS.Timeout | undefined;

  get(key: string): Access | undefined {
    return this.#index.get(key);
  }

  known(key: string): Access | undefined {
    return this.#index.known(key);
  }

  /** The accesses of an environment. */
  of(environmentId: string): readonly Access[] {
    return this.#accesses.get(environmentId) ?? [];
  }

  /** Takes over the keys of an environment's snapshot. Returns whether others are accepted than before. */
  accept(environment: Opened): boolean {
    const before = this.of(environment.id);
    const keys = acceptedKeys(environment.snapshot.head);
    const accesses = keys.map(
      ({ kind, keyHash }) =>
        before.find((one) => one.kind === kind && one.keyHash === keyHash) ?? {
          kind,
          keyHash,
          environment,
        },
    );
    const gone = before.filter((access) => !accesses.includes(access));
    for (const { keyHash } of gone) this.#index.delete(keyHash);
    for (const access of accesses) this.#index.set(access.keyHash, access);
    this.#accesses.set(environment.id, accesses);
    const endsAtMs = Math.min(...keys.map((key) => key.endsAtMs));
    if (Number.isFinite(endsAtMs)) this.#ending.set(environment, endsAtMs);
    else this.#ending.delete(environment);
    this.#schedule();
    return gone.length > 0 || accesses.length !== before.length;
  }

  drop(environment: Opened): void {
    for (const { keyHash } of this.of(environment.id)) this.#index.delete(keyHash);
    this.#accesses.delete(environment.id);
    this.#ending.delete(environment);
  }

  /** One timer for the key that ends next. */
  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#ending.size === 0) return;
    const next = Math.min(...this.#ending.values());
    const waitMs = Math.min(Math.max(next - Date.now(), 1), LONGEST_TIMER_MS);
    this.#timer = setTimeout(() => this.#endKeys(), waitMs);
    this.#timer.unref();
  }

  #endKeys(): void {
    const now = Date.now();
    for (const [environment, endsAtMs] of [...this.#ending]) {
      // The streams of the key end; those of other keys are told of the snapshot that they have.
      if (endsAtMs <= now && this.accept(environment)) environment.tell(environment.snapshot);
    }
    this.#schedule();
  }
}
