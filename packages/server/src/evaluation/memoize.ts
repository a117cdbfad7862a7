/** Computes a value from an object on first use and caches it until the object is garbage-collected. */
export function memoize<Source extends object, Made>(
  make: (source: Source) => Made,
): (source: Source) => Made {
  const made = new WeakMap<Source, Made>();
  return (source) => {
    const held = made.get(source);
    if (held !== undefined) return held;
    const fresh = make(source);
    made.set(source, fresh);
    return fresh;
  };
}
