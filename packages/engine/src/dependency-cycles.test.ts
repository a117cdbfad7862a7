import fc from 'fast-check';
import { expect, test } from 'vitest';
import { circularDependencies, type Dependencies } from './dependency-cycles.ts';

function graph(edges: Readonly<Record<string, readonly string[]>>): Dependencies {
  return new Map(Object.entries(edges).map(([from, to]) => [from, new Set(to)]));
}

test('chains and diamonds are no cycles', () => {
  const diamond = graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: ['e'] });
  expect(circularDependencies(diamond)).toEqual(new Map());
});

test('only dependencies within a cycle are circular, not those that lead to or from it', () => {
  const edges = graph({
    before: ['a'],
    a: ['b', 'after'],
    b: ['a'],
    self: ['self'],
    after: ['end'],
  });
  expect(circularDependencies(edges)).toEqual(graph({ a: ['b'], b: ['a'], self: ['self'] }));
});

test('a dependency is circular exactly when some path from it returns', () => {
  const nodes = ['a', 'b', 'c', 'd', 'e'];
  const anyGraph = fc.dictionary(fc.constantFrom(...nodes), fc.subarray(nodes));
  fc.assert(
    fc.property(anyGraph, (edges) => {
      const circular = circularDependencies(graph(edges));
      for (const [from, targets] of Object.entries(edges)) {
        for (const to of targets) {
          expect(circular.get(from)?.has(to) ?? false).toBe(walksTo(edges, to, from));
        }
      }
    }),
  );
});

/** Tries every path of at most five steps. */
function walksTo(edges: Readonly<Record<string, string[]>>, from: string, goal: string): boolean {
  let reached = [from];
  for (let step = 0; step < 5; step++) {
    if (reached.includes(goal)) return true;
    reached = [...new Set(reached.flatMap((id) => edges[id] ?? []))];
  }
  return false;
}
