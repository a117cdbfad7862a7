import { hashSecret } from '../platform/base/secrets.ts';

/** Finds what is held by the key that opens it. Stored are hashes; hashing takes longer than evaluating a toggle. */
export class KeyIndex<Kind> {
  readonly #byHash = new Map<string, Kind>();
  /** Keys that were asked with and opened something: what they open, without hashing them again. */
  readonly #byKey = new Map<string, Kind>();

  /** What a key opens that was asked with before; undefined says nothing. */
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
    // We do not know which key had this hash; the others are hashed once more.
    this.#byKey.clear();
  }
}
