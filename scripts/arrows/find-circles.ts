/**
 * The groups of files that import one another, directly or through others: the strongly connected components.
 * Source: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM J. Comput. 1 (1972).
 */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  for (const file of graph.keys()) if (!numbers.has(file)) walk(file);
  return circles;

  /** Returns the lowest number among the open files that can be reached from this file. */
  function walk(file: string): number {
    const number = numbers.size;
    numbers.set(file, number);
    open.push(file);
    let lowest = number;
    for (const next of graph.get(file) ?? []) {
      if (!numbers.has(next)) lowest = Math.min(lowest, walk(next));
      else if (open.includes(next)) lowest = Math.min(lowest, numbers.get(next) ?? lowest);
    }
    if (lowest === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1 || graph.get(file)?.includes(file)) circles.push(group);
    }
    return lowest;
  }
}
