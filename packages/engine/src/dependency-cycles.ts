/** For each id, the ids that it depends on. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

/** The dependencies that are part of a cycle; ordinarily none. */
export function circularDependencies(dependencies: Dependencies): Dependencies {
  const circular = new Map<string, Set<string>>();
  if (!hasCycle(dependencies)) return circular;
  for (const [from, targets] of dependencies) {
    const leadingBack = [...targets].filter((to) => canReach(dependencies, to, from));
    if (leadingBack.length > 0) circular.set(from, new Set(leadingBack));
  }
  return circular;
}

/** Depth-first search with its own stack: a long chain must not exhaust the call stack. */
function hasCycle(dependencies: Dependencies): boolean {
  const finished = new Set<string>();
  const onPath = new Set<string>();
  const stack = [...dependencies.keys()];
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    if (finished.has(id) || onPath.has(id)) {
      stack.pop();
      onPath.delete(id);
      finished.add(id);
      continue;
    }
    onPath.add(id);
    for (const target of dependencies.get(id) ?? []) {
      if (onPath.has(target)) return true;
      stack.push(target);
    }
  }
  return false;
}

function canReach(dependencies: Dependencies, from: string, goal: string): boolean {
  const seen = new Set([from]);
  // A set also iterates over the items that are added during the iteration.
  for (const id of seen) {
    if (id === goal) return true;
    for (const target of dependencies.get(id) ?? []) seen.add(target);
  }
  return false;
}
