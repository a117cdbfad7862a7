import { hashSecret } from '../platform/base/secrets.ts';

/** Finds entries by key, which are stored by hash. Caches known keys: hashing takes longer than evaluating a toggle. */
export class KeyIndex<Kind> {
  readonly #byHash = new Map<string, Kind>();
  /** The entries of keys that were found before, without hashing the keys again. */
  readonly #byKey = new Map<string, Kind>();
  /** The key that was found by a hash: two keys have no hash in common. */
  readonly #keys = new Map<string, string>();

  /** The entry of a key that was found before. For undefined, `get` may still find one. */
  known(key: string): Kind | undefined {
    return this.#byKey.get(key);
  }

  get(key: string): Kind | undefined {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const keyHash = hashSecret(key);
    const held = this.#byHash.get(keyHash);
    if (held !== undefined) {
      this.#byKey.set(key, held);
      this.#keys.set(keyHash, key);
    }
    return held;
  }

  set(keyHash: string, held: Kind): void {
    if (this.#byHash.get(keyHash) === held) return;
    this.delete(keyHash);
    this.#byHash.set(keyHash, held);
  }

  delete(keyHash: string): void {
    this.#byHash.delete(keyHash);
    this.#byKey.delete(this.#keys.get(keyHash) ?? '');
    this.#keys.delete(keyHash);
  }
}
