const REMEMBERED_MS = 1_000;
const REMEMBERED_MOST = 10_000;

/**
 * Asks `find` once for all who want the same at the same time, and for a moment not again for what is not
 * there: systems that were left with an old key ask on and on. Only for ids that nobody can know before
 * what they name exists, or something new would be missing for that moment.
 */
export function rememberMissing<Found>(
  find: (id: string) => Promise<Found | undefined>,
): (id: string) => Promise<Found | undefined> {
  const asked = new Map<string, Promise<Found | undefined>>();

  return (id) => {
    const known = asked.get(id);
    if (known !== undefined) return known;
    const finding = find(id);
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
