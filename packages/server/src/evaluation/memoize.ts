/** Makes something of an object the first time it is asked for; it goes when the object goes. */
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
