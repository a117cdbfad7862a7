const REMEMBERED_MS = 1_000;
const REMEMBERED_MOST = 10_000;

/**
 * Calls `find` once for all callers of an id at the same time, and caches a missing id for a moment: systems with an
 * old key keep sending requests. Use it only for ids that cannot be known before their entity exists, or a new
 * entity would be missing for that moment.
 */
export function rememberMissing<Found, Rest extends readonly unknown[]>(
  find: (id: string, ...rest: Rest) => Promise<Found | undefined>,
): (id: string, ...rest: Rest) => Promise<Found | undefined> {
  const asked = new Map<string, Promise<Found | undefined>>();

  return (id, ...rest) => {
    const known = asked.get(id);
    if (known !== undefined) return known;
    const finding = find(id, ...rest);
    if (asked.size >= REMEMBERED_MOST) return finding;
    asked.set(id, finding);
    const forget = () => asked.delete(id);
    finding.then((found) => {
      if (found === undefined) setTimeout(forget, REMEMBERED_MS).unref();
      else forget();
    }, forget);
    return finding;
  };
}
