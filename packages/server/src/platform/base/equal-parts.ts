/** Some two megabytes, however much is read. */
const KEPT_AT_MOST = 10_000;
const KEPT_CHARS = 500;

/**
 * Makes one of what says the same. What is read has everything anew: each of 150,000 rules its own condition, its own value,
 * and its own text of the property's id, although there are few different ones. What is returned is not to be changed.
 * For what comes from JSON: a member that is undefined counts as none.
 */
export class EqualParts {
  readonly #texts = new Map<string, string>();
  /** By their JSON. */
  readonly #values = new Map<string, unknown>();

  text<Text extends string | null>(text: Text): Text {
    if (text === null) return text;
    return keep(this.#texts, text, () => text) as Text; // The same characters.
  }

  value<Value extends object>(value: Value): Value {
    const withTexts = () => this.#withTexts(value);
    return keep(this.#values, JSON.stringify(value), withTexts) as Value; // The same JSON.
  }

  /** A copy of the object, whose objects are shared, and of its lists what is in them. */
  members<Whole extends object>(whole: Whole): Whole {
    const members = { ...whole } as Record<string, unknown>;
    for (const [name, member] of Object.entries(members)) {
      if (Array.isArray(member)) members[name] = member.map((item) => this.#shared(item));
      else if (typeof member === 'object') members[name] = this.#shared(member);
    }
    return members as Whole; // The same members.
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

/** What is kept by this key, or else what is made. What came first leaves first. */
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
