import type { Dependencies } from '../dependency-cycles.ts';

/** A chain of toggles that depend on each other has at most so many. Source: RUL-50. */
export const CHAIN_MAX_TOGGLES = 100;

/**
 * For each id that depends on others, how many ids the longest chain below it has, itself included; all others have 1.
 * Circular dependencies count for nothing. It has a stack of its own: a long chain must not exhaust the call stack.
 */
export function chainLengths(
  dependencies: Dependencies,
  circular: Dependencies,
): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  const entered = new Set<string>();
  const stack = [...dependencies.keys()];
  for (let id = stack.at(-1); id !== undefined; id = stack.at(-1)) {
    const needed = lengths.has(id) ? [] : neededBy(id, dependencies, circular);
    if (entered.has(id) || needed.length === 0) {
      stack.pop();
      if (needed.length > 0) lengths.set(id, 1 + longest(needed, lengths));
      continue;
    }
    entered.add(id);
    for (const target of needed) if (!lengths.has(target)) stack.push(target);
  }
  return lengths;
}

/** How many ids the longest chain through an id has, as `chainLengths` counts. The walks are made when it is first asked. */
export function chainsThrough(
  dependencies: Dependencies,
  circular: Dependencies,
): (id: string) => number {
  let walked: readonly ReadonlyMap<string, number>[] | undefined;
  return (id) => {
    walked ??= [
      chainLengths(dependencies, circular),
      chainLengths(reversed(dependencies), reversed(circular)),
    ];
    // Both lengths count the id itself.
    return walked.reduce((sum, lengths) => sum + (lengths.get(id) ?? 1), -1);
  };
}

function neededBy(id: string, dependencies: Dependencies, circular: Dependencies): string[] {
  const left = circular.get(id);
  return [...(dependencies.get(id) ?? [])].filter((target) => !left?.has(target));
}

function longest(ids: readonly string[], lengths: ReadonlyMap<string, number>): number {
  let most = 1;
  for (const id of ids) most = Math.max(most, lengths.get(id) ?? 1);
  return most;
}

function reversed(dependencies: Dependencies): Dependencies {
  const dependents = new Map<string, Set<string>>();
  for (const [from, targets] of dependencies) {
    for (const to of targets) dependents.set(to, (dependents.get(to) ?? new Set()).add(from));
  }
  return dependents;
}
