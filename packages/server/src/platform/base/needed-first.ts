/** Sorts things so that each comes after those it needs; of things that need each other, each stands once. */
export function neededFirst<Item>(
  items: Iterable<Item>,
  neededBy: (item: Item) => readonly Item[],
): Item[] {
  const ordered = new Set<Item>();
  const entered = new Set<Item>();
  // A long chain must not exhaust the call stack.
  const stack = [...items].reverse();
  for (let one = stack.at(-1); one !== undefined; one = stack.at(-1)) {
    if (entered.has(one)) {
      ordered.add(one);
      stack.pop();
      continue;
    }
    entered.add(one);
    for (const needed of neededBy(one).toReversed()) {
      if (!entered.has(needed)) stack.push(needed);
    }
  }
  return [...ordered];
}
