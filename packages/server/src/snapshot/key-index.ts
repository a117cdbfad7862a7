import { hashSecret } from '../platform/base/secrets.ts';

/** Finds entries by key, which are stored by hash. Caches known keys: hashing takes longer than evaluating a toggle. */
export class KeyIndex<Kind> {
  readonly #byHash = new Map<string, Kind>();
  /** The entries of keys that were found before, without hashing the keys again. */
  readonly #byKey = new Map<string, Kind>();

  /** The entry of a key that was found before. For undefined, `get` may still find one. */
  known(key: string): Kind | undefined {
    return this.#byKey.get(key);
  }

  get(key: string): Kind | undefined {
    const known = this.#byKey.get(key);
    if (known !== undefined) return known;
    const held = this.#byHash.get(hashSecret(key));
    if (held !== undefined) this.#byKey.set(key, held);
    return held;
  }

  set(keyHash: string, held: Kind): void {
    if (this.#byHash.get(keyHash) === held) return;
    this.delete(keyHash);
    this.#byHash.set(keyHash, held);
  }

  delete(keyHash: string): void {
    this.#byHash.delete(keyHash);
    // It is unknown which key had this hash, so all keys are hashed again on their next use.
    this.#byKey.clear();
  }
}
