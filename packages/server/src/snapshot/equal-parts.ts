/** Bounds the memory of each map to about 2 MB. */
const KEPT_AT_MOST = 10_000;
const KEPT_CHARS = 500;

/**
 * Interns equal values, so that they share memory. Rows read from the database share nothing: each of 150,000 rules has
 * its own condition, value and property id, although few of them differ. Callers must not change the returned values.
 * For values from JSON only: a member that is undefined counts as absent.
 */
export class EqualParts {
  readonly #texts = new Map<string, string>();
  /** Keyed by their JSON. */
  readonly #values = new Map<string, unknown>();

  text<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    return keep(this.#texts, text, () => text) as Text; // The cached text has the same characters.
  }

  value<Value extends object>(value: Value): Value {
    const withTexts = () => this.#withTexts(value);
    return keep(this.#values, JSON.stringify(value), withTexts) as Value; // The cached value has the same JSON.
  }

  /** Returns a shallow copy whose objects, and the items of whose lists, are shared. */
  members<Whole extends object>(whole: Whole): Whole {
    const members = { ...whole } as Record<string, unknown>;
    for (const [name, member] of Object.entries(members)) {
      if (Array.isArray(member)) members[name] = member.map((item) => this.#shared(item));
      else if (typeof member === 'object') members[name] = this.#shared(member);
    }
    return members as Whole; // The copy has the same members.
  }

  #shared(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    return typeof value === 'object' && value !== null ? this.value(value) : value;
  }

  #withTexts(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map((item) => this.#withTexts(item));
    const members: Record<string, unknown> = { ...value };
    for (const [name, member] of Object.entries(members)) members[name] = this.#withTexts(member);
    return members;
  }
}

/** Returns the cached value of the key, or makes and caches it. The oldest entry is evicted first. */
function keep<Value>(kept: Map<string, Value>, key: string, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  if (key.length > KEPT_CHARS) return made;
  const [oldest] = kept.size < KEPT_AT_MOST ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  kept.set(key, made);
  return made;
}
